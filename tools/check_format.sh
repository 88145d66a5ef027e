#!/usr/bin/env bash
# Fails, naming file and line, when a tracked C++ file is not as clang-format would write it.
# --fix rewrites instead.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

mode=(--dry-run --Werror)
[[ ${1-} != --fix ]] || mode=(-i)
# Files that were removed but not yet committed are still listed by git.
git ls-files -z -- '*.h' '*.cpp' | while IFS= read -rd '' file; do
  [[ ! -f $file ]] || printf '%s\0' "$file"
done | xargs -0 -r -P 2 -n 25 clang-format "${mode[@]}"
