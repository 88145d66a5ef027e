# CHOLMOD, METIS and OpenBLAS ship no CMake targets that Debian 12 installs alike; this makes one.
# Its supernodal module is GPL: a binary linked with it is GPL as a whole (LICENSE-NOTES.md).
find_path(CHOLMOD_INCLUDE_DIR cholmod.h PATH_SUFFIXES suitesparse REQUIRED)
find_library(CHOLMOD_LIBRARY cholmod REQUIRED)
find_path(METIS_INCLUDE_DIR metis.h REQUIRED)
find_library(METIS_LIBRARY metis REQUIRED)
# openblas_config.h, not cblas.h: only OpenBLAS's own header declares its thread functions.
find_path(OPENBLAS_INCLUDE_DIR openblas_config.h PATH_SUFFIXES
  ${CMAKE_LIBRARY_ARCHITECTURE}/openblas-pthread ${CMAKE_LIBRARY_ARCHITECTURE} openblas REQUIRED)
find_library(OPENBLAS_LIBRARY openblas REQUIRED)
find_package(OpenMP REQUIRED COMPONENTS CXX)

# OpenMP is linked, to hold CHOLMOD's use of it back (linalg/library_threads.h), but -fopenmp is
# given to nobody: a stray pragma or Eigen's own threads would make results depend on the machine.
add_library(conjac_cholmod INTERFACE)
target_include_directories(conjac_cholmod SYSTEM INTERFACE
  ${OPENBLAS_INCLUDE_DIR} ${CHOLMOD_INCLUDE_DIR} ${METIS_INCLUDE_DIR})
target_link_libraries(conjac_cholmod INTERFACE
  ${CHOLMOD_LIBRARY} ${METIS_LIBRARY} ${OPENBLAS_LIBRARY} ${OpenMP_CXX_LIBRARIES})
target_compile_definitions(conjac_cholmod INTERFACE CONJAC_WITH_CHOLMOD)
