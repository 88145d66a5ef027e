# What Debian wants to lie elsewhere than `cmake --install` puts it. cpack runs this over the files it
# is about to pack (CPACK_PRE_BUILD_SCRIPTS).
set(usr ${CPACK_TEMPORARY_INSTALL_DIRECTORY}${CPACK_PACKAGING_INSTALL_PREFIX})

# Debian's python3 looks into one folder for all its versions.
file(GLOB modules ${usr}/lib/python3.*/dist-packages/conjac)
foreach(module ${modules})
  file(MAKE_DIRECTORY ${usr}/lib/python3/dist-packages)
  file(RENAME ${module} ${usr}/lib/python3/dist-packages/conjac)
  get_filename_component(above ${module} DIRECTORY)
  get_filename_component(above ${above} DIRECTORY)
  file(REMOVE_RECURSE ${above})
endforeach()

# The manual page is compressed, without a time in it: the same build gives the same package.
set(page ${usr}/share/man/man1/conjac.1)
if(EXISTS ${page})
  execute_process(COMMAND gzip -9nf ${page} COMMAND_ERROR_IS_FATAL ANY)
endif()
# The licence goes by the name dpkg looks for.
if(EXISTS ${usr}/share/doc/conjac/LICENSE-NOTES.md)
  file(RENAME ${usr}/share/doc/conjac/LICENSE-NOTES.md ${usr}/share/doc/conjac/copyright)
endif()
