#pragma once

#include <string>

namespace conjac::test {

/// The checkout. A function and not a macro on every command line: a compiled test is then the same
/// in every checkout, and ccache finds it again.
std::string source_dir();

}  // namespace conjac::test
