// The memo as a file: Markdown with its pictures beside it, HTML in one file, or PDF.
//
//     if (auto failed = writeMemo(memoInput(session), catalog, "plan.md", {})) ...
//
// The form follows from the file's ending. Pictures are drawn for paper, light unless asked. Every
// file is written whole or not at all; a Markdown memo's pictures are written before its text.
#pragma once

#include "core/base/problem.hpp"
#include "core/present/memo.hpp"
#include "ui/theme.hpp"

#include <QByteArray>

#include <filesystem>
#include <optional>

namespace headroom {

struct MemoOptions {
    Theme theme = Theme::light();
    Language language = Language::english;
};

enum class MemoFormat : std::uint8_t { markdown, html, pdf };

/// By the file's ending, in any case; empty when it is none of the three.
std::optional<MemoFormat> memoFormatOf(const std::filesystem::path& file);

std::optional<Problem> writeMemo(const MemoInput& input, const Catalog& catalog,
                                 const std::filesystem::path& file, const MemoOptions& options);

/// A scenario's own view: the GPUs that charts show at first, and its own.
MemoInput memoInput(const Scenario& scenario, const Catalog& catalog);

} // namespace headroom
