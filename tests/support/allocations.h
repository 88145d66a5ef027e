#pragma once

namespace conjac::test {

/// Calls of malloc, calloc, realloc and aligned allocation by this thread so far. The definition
/// (allocations.cpp) replaces the C library's entry points, which operator new and Eigen use too.
long long allocations();

/// Stops the program at the next malloc, to see in a debugger who it was.
void trap_allocations(bool on);

}  // namespace conjac::test
