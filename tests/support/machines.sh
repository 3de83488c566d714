# shellcheck shell=bash
# Two machines with clones of one project, for scenarios about bundles: . "$SUPPORT/machines.sh"
# after scenario.sh.

TOP=$PWD

# on MACHINE: from now on this is the machine, and its clone the current folder.
on() {
  export HOME=$TOP/$1/home
  export XDG_CONFIG_HOME=$HOME/.config XDG_STATE_HOME=$HOME/.local/state
  export XDG_DATA_HOME=$HOME/.local/share XDG_CACHE_HOME=$HOME/.cache
  cd "$TOP/$1/shop" || fail "no machine $1"
}

# machines NAME...: each with a home of its own and a clone of one opted-in repository.
machines() {
  local name
  git init -q -b main "$TOP/origin"
  git -C "$TOP/origin" -c user.name=dev -c user.email=dev@localhost commit -q --allow-empty -m first
  for name in "$@"; do
    mkdir -p "$TOP/$name/home"
    git clone -q "$TOP/origin" "$TOP/$name/shop"
    on "$name"
    expect_exit 0 holdfast init --yes
  done
}

# Every file of this machine with its hash, but for locks.
everything() { find "$TOP/${HOME#"$TOP"/}/.." -type f ! -path '*/locks/*' -exec sha256sum {} + | sort; }

# fingerprint: what the last export said of its signer.
fingerprint() { grep -oE 'SHA256:[A-Za-z0-9+/]{43}' <<<"$OUT$ERR" | head -n 1; }
