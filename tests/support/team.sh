# shellcheck shell=bash
# Machines of one team with clones of one repository, each joined: . "$SUPPORT/team.sh" after
# scenario.sh. Uses machines.sh and fleet.sh.
. "$SUPPORT/machines.sh"
. "$SUPPORT/fleet.sh"

# team NAME...: each machine spells the remote in its own way, as clones do.
team() {
  local name number=0
  local -a remotes=('https://ana:secret@Git.example.org/team/shop.git' 'git@git.example.org:team/shop'
    'ssh://git@git.example.org:2222/team/shop.git')
  start_server
  machines "$@"
  for name in "$@"; do
    on "$name"
    git remote set-url origin "${remotes[$number]}"
    number=$((number + 1))
    expect_exit 0 holdfast fleet join "$FLEET_URL"
  done
}

push() { expect_exit 0 holdfast fleet push; }

# The run of a machine: as_run DIGIT
# shellcheck disable=SC2034
as_run() { RUN=${1}b9a1d52-7c3e-4f60-8a2b-5d6e7f801234; }
