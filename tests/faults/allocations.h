#pragma once

namespace conjac::test {

/// Memory as operator new and malloc give it to our own code, with one request that fails. Requests
/// that libraries make of malloc inside are not seen.
///
/// Malloc itself is asked by Eigen's vectors alone. Eigen 3.4 frees one twice when it cannot be made
/// larger, so where bodies are built these requests are never refused (Of::operator_new).
enum class Of { all, operator_new };

/// From now on the n-th request (from 0) of this thread is refused; `from_then_on`, all further ones
/// too. n = -1: none is.
void plan_refusal(int n, bool from_then_on, Of what);
int requests_made();       // of this thread since then
int requests_refused();    // of these
long long blocks_alive();  // given and not taken back, of all threads

}  // namespace conjac::test
