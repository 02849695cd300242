# Settings that every target of the project shares.
include(GNUInstallDirs)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
# CMake's -O3 costs a fifth more time to build and gains nothing outside of the cost model.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()

# The program's own targets: warnings, sanitizers and the include root.
add_library(headroom_options INTERFACE)
target_include_directories(headroom_options INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_options(headroom_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow
  # GCC 12 sees overlapping and overlong copies in std::string's own code (GCC bug 105651, mended in 13).
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict;-Wno-array-bounds;-Wno-stringop-overflow>
  $<$<BOOL:${HEADROOM_WARNINGS_AS_ERRORS}>:-Werror>)
if(HEADROOM_SANITIZE)
  target_compile_options(headroom_options INTERFACE -fsanitize=address,undefined -fno-omit-frame-pointer)
  target_link_options(headroom_options INTERFACE -fsanitize=address,undefined)
endif()
