#pragma once

namespace conjac {

/// Memory that this process may hope for, bytes: what the machine has, or less where a limit is set
/// for it (cgroups). Infinite where nobody can tell.
double usable_memory();

}  // namespace conjac
