# SC-60, S3-132, S3-142, S3-149, B3-12: pins come over with one word of provenance, and both know it.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/continuity.sh"

project
whole a 'The grammar is frozen' 'The staging database is read-only' 'Ask Ann about the colours'
hours_ago a 24
begin b
expect_contains 'WORKING MEMORY RESTORED: 3 pins inherited'
expect_contains 'The grammar is frozen'
expect_pins 3
for at in 0 1 2; do
  label=$(json_at "items.$at.label" <<<"$OUT")
  [ "$(grep -o 'inherited from' <<<"$label" | wc -l)" -eq 1 ] || fail "provenance of $label"
  case $label in *"[inherited from $(id_of a) @ "*) ;; *) fail "from where: $label" ;; esac
done
expect_mirror b previous_session_id "$(id_of a)"
expect_mirror a continued_by "$(id_of b)"
[ "$(metrics b session_restored)" -eq 1 ] || fail 'no metric session_restored'

# The next one takes over from B, and the origin stays A's.
stop
finish
hours_ago b 2
begin c
expect_pins 3
expect_contains "$(id_of a)"
expect_lacks "inherited from $(id_of b)"
[ "$(grep -o 'inherited from' <<<"$(json_at items.0.label <<<"$OUT")" | wc -l)" -eq 1 ] || fail 'nested provenance'
