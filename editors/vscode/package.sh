#!/bin/sh
# Makes raddle-VERSION.vsix in this folder, for `code --install-extension`. Needs npm.
set -eu
cd "$(dirname "$0")"
node test.js
npm install --omit=dev --no-audit --no-fund
npx --yes @vscode/vsce package --allow-missing-repository
