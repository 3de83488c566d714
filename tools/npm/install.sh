#!/usr/bin/env bash
# Installs the npm packages of tools/npm/NAME into build/npm/NAME: tools/npm/install.sh NAME
# `web` are those of the dashboard's page, whose list lies beside it.
# Says nothing and needs no network where they are there already. No script of a package is run.
set -euo pipefail

if [ $# -ne 1 ]; then
  echo "usage: tools/npm/install.sh NAME" >&2
  exit 64
fi
here=$(dirname "$(realpath "$0")")
root=$(dirname "$(dirname "$here")")
source=$here/$1
[ "$1" != web ] || source=$root/web
target=$root/build/npm/$1

# The folder is moved into place as a whole, so its lock file stands only beside an installation.
! cmp -s "$source/package-lock.json" "$target/package-lock.json" || exit 0

if ! command -v npm >/dev/null; then
  echo "npm is missing. Install it and try again." >&2
  exit 1
fi
echo "Installing: the npm packages of ${source#"$root"/}"
mkdir -p "$(dirname "$target")"
fresh=$(mktemp -d "$target.XXXXXX")
trap 'rm -rf "$fresh"' EXIT
cp "$source/package.json" "$source/package-lock.json" "$source/.npmrc" "$fresh"
if ! (cd "$fresh" && npm ci --ignore-scripts --no-audit --no-fund --silent >/dev/null); then
  echo "The npm packages of ${source#"$root"/} could not be installed." >&2
  exit 1
fi
chmod 755 "$fresh"
rm -rf "$target"
mv "$fresh" "$target"
trap - EXIT
