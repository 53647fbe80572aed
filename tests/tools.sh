#!/bin/sh
# Programs that the tests play against: Simon Tatham's puzzles, a solver for formulas with quantifiers, a browser.
# Where one cannot be installed, its tests are skipped.
PATH="$PATH:/usr/games"
[ "$(id -u)" = 0 ] && sudo="" || sudo="sudo -n"
export DEBIAN_FRONTEND=noninteractive

# $1 is the command, $2 the package of Debian that has it.
provide() {
  command -v "$1" >/dev/null && return
  if command -v apt-get >/dev/null; then
    install="$sudo apt-get install --yes --quiet --no-install-recommends $2"
    $install >/dev/null 2>&1 || { $sudo apt-get update --quiet >/dev/null 2>&1 && $install >/dev/null 2>&1; }
  fi
  command -v "$1" >/dev/null || echo "$2 could not be installed; its tests are skipped"
}

provide sgt-lightup sgt-puzzles
provide depqbf depqbf
provide chromium chromium
exit 0
