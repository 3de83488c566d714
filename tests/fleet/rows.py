"""What a team's server must have: every line once, and the same rows as one that nobody disturbed."""

# When a machine was seen is no part of what it sent.
NOT_COMPARED = {"machines", "schema_migrations"}
SHOWN_MAX = 5


def differences(what, ours, theirs):
    """Sentences about rows that only one of two sorted lists has; none where they are alike."""
    if ours == theirs:
        return []
    only_ours, only_theirs = set(ours) - set(theirs), set(theirs) - set(ours)
    told = [f"{what}: {len(ours)} rows instead of {len(theirs)}, {len(only_theirs)} are missing, "
            f"{len(only_ours)} are none of it, {len(ours) - len(set(ours))} are there twice"]
    told += [f"  not expected: {row}" for row in sorted(only_ours)[:SHOWN_MAX]]
    told += [f"  missing: {row}" for row in sorted(only_theirs)[:SHOWN_MAX]]
    return told


def check_lines(server, machines):
    """Sentences about lines of the machines' journals that are not on the server exactly once. Whose
    a row is, is told by where the machine's projects are."""
    ids = dict(reversed(line.split("\t")) for line in server.lines(
        "SELECT machine, root FROM holdfast.projects"))
    found = {}
    for line in server.lines("SELECT machine, run_uid, hash FROM holdfast.events"):
        machine, run, digest = line.split("\t")
        found.setdefault(machine, []).append((run, digest))
    told = []
    for one in machines:
        rows = found.pop(ids.get(str(one.projects[0])), [])
        told += differences(f"events of {one.folder.name}", sorted(rows), one.expected())
    return told + [f"events of a machine that nobody knows: {machine}" for machine in found]


def check_alike(server, undisturbed):
    """Sentences about tables that differ. Sums of hashes first: the rows may be many."""
    found = []
    for table in server.tables():
        if table in NOT_COMPARED:
            continue
        sums = (f"SELECT count(*), coalesce(sum(hashtextextended(t::text, 0)), 0) "
                f"FROM holdfast.{table} t")
        if server.value(sums) != undisturbed.value(sums):
            rows = f"SELECT t::text FROM holdfast.{table} t"
            found += differences(table, sorted(server.lines(rows)),
                                 sorted(undisturbed.lines(rows)))
    return found
