# PETSc with MPI, for bodies that are too large for one factorization (docs/scale.md). The room `dist`
# alone sees it. Debian: `tools/setup.sh petsc`.
find_package(MPI REQUIRED COMPONENTS C)
find_path(PETSC_INCLUDE_DIR petscksp.h PATH_SUFFIXES petsc
  PATHS /usr/lib/petscdir/petsc-real/include $ENV{PETSC_DIR}/include REQUIRED)
find_library(PETSC_LIBRARY NAMES petsc_real petsc
  PATHS /usr/lib/petscdir/petsc-real/lib $ENV{PETSC_DIR}/lib REQUIRED)
add_library(conjac_petsc INTERFACE)
target_include_directories(conjac_petsc SYSTEM INTERFACE ${PETSC_INCLUDE_DIR} ${MPI_C_INCLUDE_DIRS})
target_link_libraries(conjac_petsc INTERFACE ${PETSC_LIBRARY} ${MPI_C_LIBRARIES})
# The C interface of MPI is enough.
target_compile_definitions(conjac_petsc INTERFACE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
