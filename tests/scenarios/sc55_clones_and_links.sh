# SC-55, B2-15, B2-17: two clones with the same work session are two projects with a row each; a
# path with a link in it is the same project; a moved clone is another one.
. "$SUPPORT/scenario.sh"
. "$SUPPORT/index.sh"

project
manifest dark-mode 'Dark mode'
git add -A
git -c user.email=a@example.com -c user.name=A commit -qm first
cd ..
git clone -q project clone
ln -s project link
for folder in project clone link link/agents; do
  (cd "$folder" && [ -f .holdfast/config.yaml ] || [ "$folder" != clone ] || "$HOLDFAST" init --yes >/dev/null)
  (cd "$folder" && "$HOLDFAST" index update) >/dev/null
done
expect_rows 2 projects
expect_rows 2 sessions 'project_id, session_slug'
expect_rows 2 'sessions s JOIN projects p ON p.id=s.project_id' s.session_dir
mv clone moved
expect_exit 0 holdfast index update
expect_rows 1 'sessions WHERE missing_since IS NULL' session_dir
expect_contains project/agents/sessions/dark-mode
