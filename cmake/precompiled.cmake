# Headers compiled once for all files. Most files here are short and include the standard library and
# Eigen: without this, reading those takes three quarters of the time such a file compiles.
#   conjac_precompiled(target)              what every room may include
#   conjac_precompiled(target tests)        with GoogleTest besides
#   conjac_precompiled(target program)      with CLI11 and fmt besides
# A file still includes what it uses: the preset `debug` builds without (CONJAC_PRECOMPILED=OFF).
#
# One compiled header serves all targets, so all must agree on what the compiler bakes into it:
# -fPIC instead of -fPIE, threads, the macros these headers look at. Where one does not,
# -Winvalid-pch (with -Werror) says so.
option(CONJAC_PRECOMPILED "Compile the headers of other libraries once, for all files" ON)

set(standard <algorithm> <array> <charconv> <chrono> <cmath> <cstdint> <cstring> <filesystem>
  <fstream> <functional> <limits> <map> <memory> <numeric> <optional> <set> <span> <sstream>
  <string> <string_view> <tuple> <unordered_map> <utility> <variant> <vector>)
# No json: its header instantiates templates of its own in every file, used or not (half a second).
set(CONJAC_PRECOMPILED_ROOMS ${standard} <Eigen/Dense> <Eigen/SparseCore>)
set(CONJAC_PRECOMPILED_TESTS ${CONJAC_PRECOMPILED_ROOMS} <gtest/gtest.h>)
set(CONJAC_PRECOMPILED_PROGRAM ${standard} <CLI/CLI.hpp> <spdlog/fmt/fmt.h>)

function(conjac_precompiled target)
  if(NOT CONJAC_PRECOMPILED)
    return()
  endif()
  set(kind rooms)
  if(ARGN)
    set(kind ${ARGV1})
  endif()
  set(holder conjac_precompiled_${kind})
  if(NOT TARGET ${holder})
    # A library needs a source; this one holds nothing but the compiled header.
    set(empty ${PROJECT_BINARY_DIR}/precompiled_${kind}.cpp)
    file(CONFIGURE OUTPUT ${empty} CONTENT "// See cmake/precompiled.cmake.\n")
    add_library(${holder} OBJECT EXCLUDE_FROM_ALL ${empty})
    target_link_libraries(${holder} PRIVATE conjac_flags Eigen3::Eigen)
    if(kind STREQUAL tests)
      target_link_libraries(${holder} PRIVATE GTest::gtest)
    elseif(kind STREQUAL program)
      target_link_libraries(${holder} PRIVATE CLI11::CLI11 spdlog::spdlog_header_only)
    endif()
    string(TOUPPER ${kind} list)
    target_precompile_headers(${holder} PRIVATE ${CONJAC_PRECOMPILED_${list}})
  endif()
  target_precompile_headers(${target} REUSE_FROM ${holder})
endfunction()
