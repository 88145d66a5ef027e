#!/usr/bin/env bash
# Makes scenes/shapes/*.vtu: armadillo and bunny from the surfaces that Debian's package libcgal-demo
# carries, the dragon from our own (tools/make_dragon.py). Takes some minutes.
#   tools/make_shapes.sh [FOLDER]     where the meshes go; default: scenes/shapes
#   tools/make_shapes.sh --dragon [FOLDER]    the dragon alone; fetches nothing
# The package is only unpacked, not installed. Its two shapes are Stanford's: scenes/shapes/README.md.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
only_dragon=false
if [ "${1-}" = --dragon ]; then only_dragon=true; shift; fi
target=$(realpath -m "${1-$root/scenes/shapes}")
mkdir -p "$target"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

say() { printf '%s\n' "$*" >&2; }
need() { command -v "$1" >/dev/null || { say "tools/make_shapes.sh needs $1 ($2)"; exit 5; }; }
/usr/bin/python3 -c 'import meshio' 2>/dev/null || { say "needs Debian's python3-meshio"; exit 5; }

# The same surfaces for ever: a package that changed is not what the recipe was tried with.
check() {
  echo "$1  $2" | sha256sum --quiet --check - >&2 ||
    say "warning: ${2##*/} is not the file this recipe was made for; the counts may differ"
}

fetch() {
  need apt-get "Debian or Ubuntu"
  say "fetching armadillo and bunny (libcgal-demo, 24 MB)"
  (cd "$work" && apt-get download -q libcgal-demo >apt.log 2>&1) || { cat "$work/apt.log" >&2; exit 5; }
  dpkg-deb -x "$work"/libcgal-demo_*.deb "$work/debian"
  tar -xzf "$work/debian/usr/share/doc/libcgal-dev/data.tar.gz" -C "$work" \
    data/meshes/armadillo.off data/meshes/bunny00.off
  check 6f7f3ca1abc506569466b72f2f59d49493a284e7376d7a7e23c08115ec8cec4e "$work/data/meshes/armadillo.off"
  check ab651cb04955c161efaeb079035a1e5e1f0e0d1f816a2df67beaea68f393ff2b "$work/data/meshes/bunny00.off"
}

"$root/conjac" mesh --help >/dev/null  # builds it
mesher=$root/build/release/apps/mesher/conjac-mesh

# shape NAME SURFACE "MESHER OPTIONS" "PLACE OPTIONS"
shape() {
  say "meshing $1"
  # shellcheck disable=SC2086  # the options are words
  "$mesher" "$2" -o "$work/$1.mesh" $3
  # shellcheck disable=SC2086
  /usr/bin/python3 "$root/tools/pack_shape.py" "$work/$1.mesh" "$target/$1.vtu" $4
}
# Vertices as in the paper; the ratio is the one that brings its number of tetrahedra along. The
# armadillo's surface faces -z. The dragon's edge, in centimetres, gives its number of vertices; a search
# would choose among several by angles, which are opened afterwards.
say "making the dragon's surface"
/usr/bin/python3 "$root/tools/make_dragon.py" "$work/dragon.off"
shape dragon "$work/dragon.off" '--edge 0.1905 --cell-ratio 1.75' '--width 0.15 --angle 14'
if $only_dragon; then exit 0; fi
fetch
shape armadillo "$work/data/meshes/armadillo.off" '--vertices 5159 --cell-ratio 1.44' '--turn 180 --height 0.12'
shape bunny "$work/data/meshes/bunny00.off" '--vertices 5988 --cell-ratio 1.365' '--height 0.12'
