# CHOLMOD, METIS and OpenBLAS ship no CMake targets that Debian 12 installs alike; this makes one.
# Its supernodal module is GPL: a binary linked with it is GPL as a whole (LICENSE-NOTES.md).
find_path(CHOLMOD_INCLUDE_DIR cholmod.h PATH_SUFFIXES suitesparse REQUIRED)
find_library(CHOLMOD_LIBRARY cholmod REQUIRED)
find_path(METIS_INCLUDE_DIR metis.h REQUIRED)
find_library(METIS_LIBRARY metis REQUIRED)
find_path(OPENBLAS_INCLUDE_DIR cblas.h PATH_SUFFIXES openblas-pthread x86_64-linux-gnu REQUIRED)
find_library(OPENBLAS_LIBRARY openblas REQUIRED)
find_package(OpenMP REQUIRED COMPONENTS CXX)

add_library(conjac_cholmod INTERFACE)
target_include_directories(conjac_cholmod SYSTEM INTERFACE
  ${CHOLMOD_INCLUDE_DIR} ${METIS_INCLUDE_DIR} ${OPENBLAS_INCLUDE_DIR})
target_link_libraries(conjac_cholmod INTERFACE
  ${CHOLMOD_LIBRARY} ${METIS_LIBRARY} ${OPENBLAS_LIBRARY} OpenMP::OpenMP_CXX)
target_compile_definitions(conjac_cholmod INTERFACE CONJAC_WITH_CHOLMOD)
