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


def check_lines(server, machine_id, machine):
    """Sentences about lines of the machine's journals that are not on the server exactly once."""
    rows = sorted(tuple(line.split("\t")) for line in server.lines(
        f"SELECT run_uid, hash FROM holdfast.events WHERE machine='{machine_id}'"))
    return differences(f"events of {machine.folder.name}", rows, machine.expected())


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
