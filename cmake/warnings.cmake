# Flags every target of ours is compiled with.
add_library(conjac_flags INTERFACE)
target_compile_features(conjac_flags INTERFACE cxx_std_20)
target_compile_options(conjac_flags INTERFACE -Wall -Wextra -Wshadow -Wnon-virtual-dtor
  -Woverloaded-virtual -Wnull-dereference -Wno-psabi -ffp-contract=fast)
if(CONJAC_WERROR)
  target_compile_options(conjac_flags INTERFACE -Werror)
endif()
if(CONJAC_NATIVE)
  target_compile_options(conjac_flags INTERFACE -march=native)
endif()
if(CONJAC_SANITIZE)
  target_compile_options(conjac_flags INTERFACE -fsanitize=${CONJAC_SANITIZE}
    -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(conjac_flags INTERFACE -fsanitize=${CONJAC_SANITIZE})
endif()
