#pragma once

namespace conjac {

/// Joins the ranks that the launcher started (core/ranks.h); once, before anything is built.
/// Throws Error(bad_input) in a build without PETSc.
void start_mpi_ranks();

}  // namespace conjac
