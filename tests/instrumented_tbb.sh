#!/bin/sh
# Builds oneTBB with the thread sanitizer for the preset `tsan`, which sees only then how TBB orders its tasks:
#   tests/instrumented_tbb.sh [FOLDER]      FOLDER: unpacked source of oneTBB (default: the distribution's, by apt)
# Leaves build/instrumented-tbb, which the preset takes if it is there when it is configured.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
build=$here/build/instrumented-tbb
mkdir -p "$build"
source=${1:-}
if [ -z "$source" ]; then
  apt=$build/apt
  mkdir -p "$apt/state/lists/partial" "$apt/cache/archives/partial"
  . /etc/os-release
  echo "deb-src http://deb.debian.org/debian $VERSION_CODENAME main" > "$apt/sources.list"
  set -- -o "Dir::Etc::sourcelist=$apt/sources.list" -o Dir::Etc::sourceparts=/dev/null \
         -o "Dir::State=$apt/state" -o "Dir::Cache=$apt/cache" -o APT::Sandbox::User=
  apt-get "$@" update
  (cd "$build" && apt-get "$@" source --download-only onetbb && tar xf onetbb_*.orig.tar.xz)
  source=$(echo "$build"/oneTBB-*)
fi
cmake -G Ninja -S "$source" -B "$build/objects" -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_INSTALL_PREFIX="$build/installed" \
      -DCMAKE_INSTALL_LIBDIR=lib -DTBB_SANITIZE=thread -DTBB_TEST=OFF -DTBB_STRICT=OFF -DTBBMALLOC_BUILD=OFF \
      -DTBB_ENABLE_IPO=OFF -DCMAKE_CXX_FLAGS=-Wno-tsan
cmake --build "$build/objects" -j "$(nproc)"
cmake --install "$build/objects"
