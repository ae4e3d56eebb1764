#!/bin/sh
# usage: console.sh DOCUMENT COMMAND
#
# Runs every line "$ …" of the document's console blocks in the document's folder,
# with `gabarit` standing for COMMAND, and compares what is printed with the lines
# below it.
set -eu
document=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ln -s "$2" "$folder/gabarit"
PATH=$folder:$PATH
export PATH
cd "$(dirname "$document")"

awk -v folder="$folder" '
  /^```console$/ { inside = 1; next }
  /^```/ { inside = 0 }
  inside && /^\$ / {
    ++count
    print substr($0, 3) > (folder "/" count ".command")
    printf "" > (folder "/" count ".expected")
    next
  }
  inside { print > (folder "/" count ".expected") }
  END { print count > (folder "/count") }
' "$document"

count=$(cat "$folder/count")
number=1
failed=0
while [ "$number" -le "$count" ]; do
  sh "$folder/$number.command" >"$folder/actual" 2>&1 || true
  if ! diff -u "$folder/$number.expected" "$folder/actual"; then
    echo "wrong output of: $(cat "$folder/$number.command")"
    failed=1
  fi
  number=$((number + 1))
done
echo "$count commands"
[ "$count" -gt 0 ] && exit $failed
