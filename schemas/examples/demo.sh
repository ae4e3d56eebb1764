#!/bin/sh
# usage: demo.sh COMMAND
#
# Shows what the command (a built gabarit) says to good and bad input, then
# checks a corpus of real tools where there is one: in $GABARIT_DATA_DIR/tools,
# or ../shared/data/tools beside the project. Fails when an answer is not the
# one expected here, so the demonstration is a test too.
set -eu
command=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/../.."
examples=schemas/examples

# expect EXIT_CODE ARGUMENT...: runs the command, showing it as it is typed.
expect() {
  expected=$1
  shift
  echo
  echo "\$ gabarit $*"
  actual=0
  "$command" "$@" || actual=$?
  if [ "$actual" -ne "$expected" ]; then
    echo "demo: exit code $actual where $expected was expected" >&2
    exit 1
  fi
}

echo "The arguments of a tool call, right and wrong:"
expect 0 validate $examples/batch_index.schema.json \
  $examples/batch_index.good.json
expect 1 validate --output pretty $examples/batch_index.schema.json \
  $examples/batch_index.bad.json

echo
echo "A result in one of three shapes; numbers are exact:"
expect 0 validate $examples/job_result.schema.json $examples/job_result.good.json
expect 1 validate --output pretty $examples/job_result.schema.json \
  $examples/job_result.bad.json

echo
echo "A file with a call on every line:"
expect 1 validate $examples/search_documents.schema.json \
  $examples/search_documents.jsonl

tools=${GABARIT_DATA_DIR:-../shared/data}/tools
echo
if [ -d "$tools" ]; then
  echo "Real tools with labelled payloads:"
  expect 0 corpus "$tools"
else
  echo "No tool corpus in $tools; GABARIT_DATA_DIR may name the folder above it."
fi

echo
echo "A call that runs in the background, from the call to the checked result:"
expect 0 replay $examples/batch_index.session.jsonl

echo
echo "The same, but the result does not fit the tool's outputSchema:"
expect 1 replay $examples/batch_index.broken.session.jsonl
