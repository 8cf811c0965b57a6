#!/bin/sh
# The page's types, from the descriptions of the API and of each title's views and events. With --check it only says
# whether they are up to date.
set -eu
cd "$(dirname "$0")"
PATH="$PWD/node_modules/.bin:$PATH"

openapi-typescript openapi.json -o src/lib/api-types.ts "$@"
for schema in src/games/*/schema.json; do
  openapi-typescript "$schema" -o "$(dirname "$schema")/types.ts" \
    --root-types --root-types-no-schema-prefix --root-types-keep-casing "$@"
done
