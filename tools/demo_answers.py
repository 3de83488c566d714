#!/usr/bin/env python3
"""Waits for the link that a server writes to FILE, and checks that its page answers."""
import pathlib
import sys
import time
import urllib.request

SECONDS_MAX = 20


def link_in(path):
    until = time.monotonic() + SECONDS_MAX
    while time.monotonic() < until:
        text = path.read_text() if path.exists() else ""
        if "\n" in text:
            return text.splitlines()[0].strip()
        time.sleep(0.02)
    raise SystemExit(f"The dashboard did not say where it is within {SECONDS_MAX} s.")


def main():
    link = link_in(pathlib.Path(sys.argv[1]))
    # A proxy of the user's has nothing to do with it.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(link.split("?")[0], timeout=SECONDS_MAX) as answer:
        page = answer.read()
    if answer.status != 200 or b"<html" not in page:
        raise SystemExit(f"The dashboard answered {answer.status} without a page.")
    print(f"{link.split('?')[0]} answers with the page.")


if __name__ == "__main__":
    sys.exit(main())
