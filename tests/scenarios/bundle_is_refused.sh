# A bundle of a stranger, one with a byte changed anywhere, one that was cut: refused with a
# sentence, and nothing is written.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/machines.sh"

machines desk laptop
on desk
start_run
expect_exit 0 holdfast work create --topic 'Dark mode' --slug dark
expect_exit 0 holdfast export -o "$TOP/good.bundle"
signer=$(fingerprint)

on laptop
expect_exit 0 holdfast session list
before=$(everything)
expect_exit 65 holdfast import "$TOP/good.bundle"
expect_contains "$signer"
expect_contains "holdfast import FILE --accept $signer"
expect_exit 65 holdfast import "$TOP/good.bundle" --accept "SHA256:$(printf 'x%.0s' {1..43})" --json
grep -q UNTRUSTED <<<"$ERR" || fail 'another code'
[ "$(everything)" = "$before" ] || fail 'a stranger wrote something'

# changed OFFSET: one byte there is another one.
changed() {
  python3 -c '
import sys
data = bytearray(open(sys.argv[1], "rb").read())
data[int(sys.argv[2])] ^= 1
open(sys.argv[3], "wb").write(data)' "$TOP/good.bundle" "$1" "$TOP/bad.bundle"
}
size=$(stat -c %s "$TOP/good.bundle")
for offset in 0 4 5 20 $((size / 3)) $((size / 2)) $((size - 300)) $((size - 100)) $((size - 1)); do
  changed "$offset"
  expect_exit 65 holdfast import "$TOP/bad.bundle" --accept "$signer"
done
expect_exit 65 holdfast import - --accept "$signer" <"$TOP/bad.bundle"
for bytes in 0 10 $((size / 2)) $((size - 1)); do
  head -c "$bytes" "$TOP/good.bundle" >"$TOP/bad.bundle"
  expect_exit 65 holdfast import "$TOP/bad.bundle" --accept "$signer"
done
expect_exit 1 holdfast import "$TOP/none.bundle"
[ "$(everything)" = "$before" ] || fail 'a bad bundle wrote something'

expect_exit 0 holdfast import "$TOP/good.bundle" --accept "$signer"
expect_exit 0 holdfast import "$TOP/good.bundle"
