# A room is a folder under src/ with its own library, so that CMake's link graph repeats the
# include arrows that tools/check_layers.py proves.
#   conjac_room(fem USES core linalg mesh LIBS Eigen3::Eigen)
#   conjac_room(serve PLAIN USES api)          no numbers are computed here: compiled with -O1
# Files of a room are compiled together, eight at a time: they instantiate the same templates of Eigen and of our own in two
# and three dimensions, and alone each would do so again (two thirds of what a file of `scene` takes). A file still
# includes what it uses, and what it keeps to itself has a name that is unique in its room: the preset `debug`
# compiles them one by one (CONJAC_TOGETHER=0).
set(CONJAC_TOGETHER 8 CACHE STRING "Files of a room that are compiled together; 0: one by one")
set_property(GLOBAL PROPERTY CONJAC_ROOMS "")

# -O1 for code that waits for people and files: a fifth less to compile for the tables of scene files, a
# third for a command. Not where Eigen is used: the
# linker keeps one copy of a template, and it must be the one with -O3, for its speed and its bits.
function(conjac_plain target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

function(conjac_together target)
  if(CONJAC_TOGETHER GREATER 1)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${CONJAC_TOGETHER})
  endif()
endfunction()

function(conjac_room name)
  cmake_parse_arguments(ROOM "PLAIN" "" "USES;LIBS;SOURCES" ${ARGN})
  if(NOT ROOM_SOURCES)
    file(GLOB ROOM_SOURCES CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp)
  endif()
  if(ROOM_SOURCES)
    add_library(conjac_${name} STATIC ${ROOM_SOURCES})
    set(scope PUBLIC)
    set_property(GLOBAL APPEND PROPERTY CONJAC_ROOMS conjac_${name})
    conjac_precompiled(conjac_${name})
    if(ROOM_PLAIN)
      conjac_plain(conjac_${name})
    endif()
    conjac_together(conjac_${name})
  else()
    add_library(conjac_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(conjac_${name} ${scope}
    ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(conjac_${name} ${scope} conjac_flags ${ROOM_LIBS})
  foreach(used ${ROOM_USES})
    target_link_libraries(conjac_${name} ${scope} conjac_${used})
  endforeach()
endfunction()
