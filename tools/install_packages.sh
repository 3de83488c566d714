#!/usr/bin/env bash
# Installs the Debian packages that a build (`run`), ./test (`test`) or ./test --all (`all`) needs, and
# from npm the grammar of bash and what the dashboard's page is built with.
# Says nothing and asks for no rights where none is missing.
set -euo pipefail

# The last line: CMake looks for the test libraries even where only the program is built.
run_packages=(
  g++ lld cmake ninja-build pkg-config ccache git
  nlohmann-json3-dev libsodium-dev libcli11-dev libfmt-dev libyaml-cpp-dev libpcre2-dev rapidjson-dev
  libtree-sitter-dev libboost1.81-dev libcmark-gfm-dev libcmark-gfm-extensions-dev
  libsqlite3-dev libpq-dev libzstd-dev
  python3
  libgtest-dev libgmock-dev librapidcheck-dev
)
test_packages=(
  "${run_packages[@]}"
  clang-format shellcheck chromium curl make postgresql openssl
)
all_packages=(
  "${test_packages[@]}"
  clang libclang-rt-dev valgrind wrk
)

here=$(dirname "$(realpath "$0")")
install_npm_packages() {
  "$here/npm/install.sh" grammar
  "$here/npm/install.sh" web
}

case "${1:-}" in
  run) wanted=("${run_packages[@]}") ;;
  test) wanted=("${test_packages[@]}") ;;
  all) wanted=("${all_packages[@]}") ;;
  *)
    echo "usage: tools/install_packages.sh run|test|all" >&2
    exit 64
    ;;
esac

# Others than Debian's package provide npm too.
command -v npm >/dev/null || wanted+=(npm)

if ! command -v dpkg-query >/dev/null; then
  echo "Packages are installed on Debian and its kin only. Needed here: ${wanted[*]}" >&2
  install_npm_packages
  exit 0
fi

missing=()
for package in "${wanted[@]}"; do
  status=$(dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null || true)
  grep -qx installed <<<"$status" || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
  install_npm_packages
  exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "These packages are missing, and only root can install them: ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
  # Without a terminal nobody could type a password.
  [ -t 0 ] || as_root=(sudo -n)
fi

echo "Installing: ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
if ! { "${as_root[@]}" apt-get update -qq &&
  "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null; }; then
  echo "These packages could not be installed: ${missing[*]}. Install them and try again." >&2
  exit 1
fi
install_npm_packages
