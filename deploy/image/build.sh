#!/bin/sh
# The steps of the image: makes the release of the sources in $1, with its packages and Node.js, below
# $2, to be laid over a bare Debian. The Dockerfile runs it, and a test does without Docker
# (apps/api/test/cluster/image.test.ts). Needs Node.js 24 and npm.
set -eu
source=$1
root=$2
# The account that runs the shop; Dockerfile and deploy/kubernetes name it too.
account=1000:1000

cd "$source"
npm run build

mkdir -p "$root/srv/solvane" "$root/usr/local/bin" "$root/data"
cp -R release/. "$root/srv/solvane"
rm -rf "$root/srv/solvane/node_modules" "$root/srv/solvane/sources"
cd "$root/srv/solvane"
npm ci --omit=dev --ignore-scripts
rm -f .npmrc

cp "$(command -v node)" "$root/usr/local/bin/node"
# Everything is root's, and readable: the shop writes into its data folder alone.
chmod -R u=rwX,go=rX "$root"
chown -R 0:0 "$root"
chown "$account" "$root/data"
