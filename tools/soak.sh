#!/usr/bin/env bash
# A campaign that runs as long as you like: random scenes through run, kill, resume, compare and validate, and drags through
# the viewer's protocol. Builds the program first. Options are those of tools/soak.py (--help).
#   tools/soak.sh --hours 1
#   tools/soak.sh --cases 200 --seed 7
#   tools/soak.sh --seed 7 --case 42          one of them again
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=$root/build/release/apps/conjac/conjac
if [[ " $* " != *" --program "* ]]; then
  "$root/conjac" --version >/dev/null
  set -- --program "$program" "$@"
fi
exec /usr/bin/python3 "$root/tools/soak.py" "$@"
