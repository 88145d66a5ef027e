# libconjac: the objects of all rooms in one library, with the public headers and a package file, so
# that another project writes
#   find_package(conjac REQUIRED)
#   target_link_libraries(app conjac::conjac)
# Rooms stay static libraries for our own programs and tests, which reach inside.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(rooms GLOBAL PROPERTY CONJAC_ROOMS)
set(objects "")
foreach(room ${rooms})
  list(APPEND objects $<TARGET_OBJECTS:${room}>)
endforeach()
if(NOT objects)
  return()
endif()

add_library(conjac ${objects})
add_library(conjac::conjac ALIAS conjac)
set_target_properties(conjac PROPERTIES VERSION ${PROJECT_VERSION}
  SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} LINKER_LANGUAGE CXX)
target_compile_features(conjac INTERFACE cxx_std_20)
target_include_directories(conjac INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries(conjac PRIVATE TBB::tbb ZLIB::ZLIB PNG::PNG Threads::Threads)
if(CONJAC_CHOLMOD)
  target_link_libraries(conjac PRIVATE
    ${CHOLMOD_LIBRARY} ${METIS_LIBRARY} ${OPENBLAS_LIBRARY} ${OpenMP_CXX_LIBRARIES})
endif()
if(BUILD_SHARED_LIBS)
  # Only names of namespace conjac leave the library: its copies of other people's templates must
  # not meet those of the program that loads it.
  set(map ${CMAKE_CURRENT_LIST_DIR}/conjac.map)
  target_link_options(conjac PRIVATE -Wl,--version-script=${map} -Wl,--no-undefined)
  set_target_properties(conjac PROPERTIES LINK_DEPENDS ${map})
endif()

install(TARGETS conjac EXPORT conjac-targets)
install(DIRECTORY include/conjac DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN *.h)
install(DIRECTORY scenes DESTINATION ${CMAKE_INSTALL_DATADIR}/conjac OPTIONAL)
install(FILES LICENSE LICENSE-NOTES.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(TARGET conjac_cli)
  install(TARGETS conjac_cli)
endif()
install(EXPORT conjac-targets NAMESPACE conjac:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/conjac)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/conjacConfig.cmake.in
  ${PROJECT_BINARY_DIR}/conjacConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/conjac PATH_VARS CMAKE_INSTALL_DATADIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/conjacConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/conjacConfig.cmake ${PROJECT_BINARY_DIR}/conjacConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/conjac)
