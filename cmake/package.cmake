# A Debian package of the whole: program (with the viewer's page in it), library, headers, scenes, the
# Python module, completion and manual page.
#   cmake --preset release -DCONJAC_NATIVE=OFF -DCONJAC_PYTHON=ON
#   cmake --build --preset release
#   cpack --config build/release/CPackConfig.cmake -B build
# CONJAC_NATIVE=OFF, for the machine it is installed on may be an older one.

# Made by the program itself, so that they say what it says.
if(TARGET conjac_cli)
  set(made ${PROJECT_BINARY_DIR}/shell)
  file(MAKE_DIRECTORY ${made})
  add_custom_command(OUTPUT ${made}/conjac.1 ${made}/conjac DEPENDS conjac_cli
    COMMAND conjac_cli man > ${made}/conjac.1
    COMMAND conjac_cli completion bash > ${made}/conjac
    COMMENT "Manual page and completion" VERBATIM)
  add_custom_target(conjac_shell ALL DEPENDS ${made}/conjac.1 ${made}/conjac)
  # Who built only a part installs what there is.
  install(FILES ${made}/conjac.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 OPTIONAL)
  install(FILES ${made}/conjac DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions OPTIONAL)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME conjac)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Lively deformable bodies through a handful of dynamic nodes")
set(CPACK_PACKAGE_CONTACT "the ConJac developers <conjac@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/package_layout.cmake)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The library is in the package itself.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR})
# The module is compiled for one version of Python; the program needs none.
if(Python_VERSION_MINOR)
  math(EXPR next "${Python_VERSION_MINOR} + 1")
  set(CPACK_DEBIAN_PACKAGE_RECOMMENDS
    "python3 (>= 3.${Python_VERSION_MINOR}), python3 (<< 3.${next}), python3-numpy, python3-scipy")
endif()
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "ffmpeg, paraview")
include(CPack)
