// How wide a terminal draws a text: UTF-8 aware, Korean letters two columns wide.
//
//     display_width("시간 3 s")     // 8
#pragma once

#include <cstddef>
#include <string_view>

namespace headroom::cli {

std::size_t display_width(std::string_view text);

} // namespace headroom::cli
