-- Two roles for an index in PostgreSQL, with the least rights that they need. Run by the owner of
-- the tables, after the first machine has made them (another schema's name: replace `holdfast`):
--
--   psql DATABASE -f roles.sql
--   psql DATABASE -c "CREATE ROLE laptop_7 LOGIN PASSWORD '…' IN ROLE holdfast_writer"
--
-- holdfast_writer: feeds the index. A machine belongs to the role that logged in when it joined;
--   that role sees and changes the rows of its own machines and of no other (row-level security,
--   by who logged in and not by what a client says of itself). Give each machine a role of its
--   own: those that share one share their rows.
--   Handoffs and claims of the team (team_handoffs, team_runs, claims) it reads of all machines,
--   and writes of its own; a handoff of another it can accept, once, for a machine of its own.
-- holdfast_reader: reads everything and changes nothing.
--
-- What this does not protect against: the owner of the tables and superusers see and change all;
-- a writer may say anything in handoffs and claims of its own machines, under any name of a machine
-- (who logged in is written by the server), accept what is meant for others, delete a handoff of
-- its own and send it anew, fill the disk, make partitions of months to come, see that a machine's
-- id is taken, and send notices that are not true (LISTEN and NOTIFY have no rights); whoever may read the
-- files of the server or its backups needs none of this.
--
-- Can be run again, and has to be after an update that made new tables.
-- All of it or nothing: in between, a writer would have more rights than it should.
BEGIN;

DO $$ BEGIN
  IF NOT EXISTS(SELECT FROM pg_roles WHERE rolname='holdfast_writer') THEN
    CREATE ROLE holdfast_writer NOLOGIN;
  END IF;
  IF NOT EXISTS(SELECT FROM pg_roles WHERE rolname='holdfast_reader') THEN
    CREATE ROLE holdfast_reader NOLOGIN;
  END IF;
END $$;

GRANT USAGE ON SCHEMA holdfast TO holdfast_writer, holdfast_reader;
GRANT SELECT ON holdfast.schema_migrations TO holdfast_writer, holdfast_reader;
GRANT EXECUTE ON FUNCTION holdfast.make_events_month(date) TO holdfast_writer;
GRANT EXECUTE ON FUNCTION holdfast.accept_handoff(text, text, text, text) TO holdfast_writer;

-- Who owns a machine is written once, by the server.
GRANT SELECT, INSERT(id, name, joined_at), UPDATE(name, seen_at) ON holdfast.machines
  TO holdfast_writer;
GRANT SELECT ON holdfast.machines TO holdfast_reader;
ALTER TABLE holdfast.machines ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS writer ON holdfast.machines;
CREATE POLICY writer ON holdfast.machines TO holdfast_writer USING (owner=session_user)
  WITH CHECK (owner=session_user);
DROP POLICY IF EXISTS reader ON holdfast.machines;
CREATE POLICY reader ON holdfast.machines FOR SELECT TO holdfast_reader USING (true);

-- All tables whose rows are a machine's; of `events`, not its partitions, which nobody may read
-- around it.
DO $$
DECLARE
  name text;
BEGIN
  FOR name IN SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid=c.oid
    WHERE c.relnamespace='holdfast'::regnamespace AND c.relkind IN ('r', 'p')
      AND NOT c.relispartition AND a.attname='machine' AND NOT a.attisdropped
  LOOP
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON holdfast.%I TO holdfast_writer', name);
    EXECUTE format('GRANT SELECT ON holdfast.%I TO holdfast_reader', name);
    EXECUTE format('ALTER TABLE holdfast.%I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('DROP POLICY IF EXISTS writer ON holdfast.%I', name);
    EXECUTE format('CREATE POLICY writer ON holdfast.%I TO holdfast_writer USING (machine=ANY('
      'ARRAY(SELECT id FROM holdfast.machines WHERE owner=session_user)))', name);
    EXECUTE format('DROP POLICY IF EXISTS reader ON holdfast.%I', name);
    EXECUTE format('CREATE POLICY reader ON holdfast.%I FOR SELECT TO holdfast_reader USING (true)',
      name);
  END LOOP;
END $$;

-- What a team leaves for each other is for all to read. Who logged in and who accepted is written by
-- the server alone, so that nobody speaks in another's name.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['team_handoffs', 'team_runs', 'claims'] LOOP
    EXECUTE format('REVOKE INSERT, UPDATE ON holdfast.%I FROM holdfast_writer', name);
    EXECUTE format('DROP POLICY IF EXISTS team ON holdfast.%I', name);
    EXECUTE format('CREATE POLICY team ON holdfast.%I FOR SELECT TO holdfast_writer USING (true)',
      name);
  END LOOP;
END $$;
GRANT INSERT(machine, id, machine_name, repository, project, created_at, packet),
  UPDATE(machine_name, packet) ON holdfast.team_handoffs TO holdfast_writer;
GRANT INSERT(machine, run_uid, repository, machine_name, work_slug, heard_at),
  UPDATE(machine_name, work_slug, heard_at) ON holdfast.team_runs TO holdfast_writer;
GRANT INSERT(machine, run_uid, file, repository, machine_name, path, touched_at),
  UPDATE(machine_name, path, touched_at) ON holdfast.claims TO holdfast_writer;

COMMIT;
