#!/bin/sh
# /usr/local/bin/vitrina: runs a command with the settings and the secrets of the worker, as root: `vitrina status`.
set -eu
set -a
. /etc/vitrina/common.env
. /etc/vitrina/worker.env
for file in /etc/vitrina/secrets/*; do
  export "$(basename "$file" | tr a-z- A-Z_)_FILE=$file"
done
DATA_DIR=${DATA_DIR:-/var/lib/vitrina/worker}
set +a
name=$1
shift
cd /opt/vitrina
exec npm run --silent "$name" -- "$@"
