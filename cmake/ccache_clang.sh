#!/bin/sh
# Compiles with clang behind ccache so that the objects of one clone serve another, which they would
# not: CMake names precompiled headers by absolute paths, behind words that ccache does not look at,
# and a precompiled header has the name of its clone inside.
#
#   ccache_clang.sh COMPILER ARGUMENT...
set -eu

# Names below the build folder, which is the current one, become relative.
left=$#
makes_header=
output=
dependencies=
last=
while [ "$left" -gt 0 ]; do
  argument=${1#"$PWD"/}
  case $last in
    -o) output=$argument ;;
    -MF) dependencies=$argument ;;
  esac
  [ "$argument" != -emit-pch ] || makes_header=yes
  last=$argument
  set -- "$@" "$argument"
  shift
  left=$((left - 1))
done

# Instead of its own bytes ccache takes what stands in the file .sum beside it.
export CCACHE_PCH_EXTSUM=1
[ -n "$makes_header" ] || exec ccache "$@"

# A header that was made in a clone that is gone could not be read: it is made here every time, and
# known by the content of all that it includes.
"$@"
sed -e 's/^[^:]*://' -e 's/\\$//' "$dependencies" | tr -s ' ' '\n' | grep . | sort |
  xargs -d '\n' cat | sha256sum >"$output.sum"
