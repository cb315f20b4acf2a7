#!/bin/sh
# /usr/local/bin/vitrina: runs a command with the settings and the secrets of the worker, as root: `vitrina status`.
set -eu
name=${1:-}
cd /opt/vitrina
if ! grep -qF "    \"$name\": \"node src/commands/" package.json; then
  echo "vitrina COMMAND [OPTIONS], as vitrina status. Commands are in $PWD/src/deploy/README.md." >&2
  exit 2
fi
shift
set -a
. /etc/vitrina/common.env
. /etc/vitrina/worker.env
for file in /etc/vitrina/secrets/*; do
  export "$(basename "$file" | tr a-z- A-Z_)_FILE=$file"
done
DATA_DIR=${DATA_DIR:-/var/lib/vitrina/worker}
set +a
code=0
npm run --silent "$name" -- "$@" || code=$?
# The worker must be able to write where this command, as root, was the first to.
if [ -d "$DATA_DIR" ]; then chown -R --reference="$DATA_DIR/." "$DATA_DIR/."; fi
exit $code
