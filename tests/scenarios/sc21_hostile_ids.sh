# SC-21, B0-24: an id that is a path touches nothing.
. "$SUPPORT/scenario.sh"

project
start_run
find .. | sort >"$TMPDIR/before"
for id in ../../etc/x /etc/passwd '..' '.hidden' 'a/b' ''; do
  expect_exit 64 holdfast session get-state --session "$id" --json
  expect_contains INVALID_PARAMS
  expect_exit 64 holdfast session set-state --session "$id" activeTask=x
done
RUN=../../etc/x
expect_denied "$(payload_write a.txt)"
expect_allowed "$(payload_tool Read '{"file_path":"a.txt"}')"
find .. | sort >"$TMPDIR/after"
cmp "$TMPDIR/before" "$TMPDIR/after" || fail 'something was made or removed'
