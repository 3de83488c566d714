#!/usr/bin/env python3
"""One HTTP request with exactly these headers, for scenarios.

    request.py PORT METHOD TARGET [HEADER...] [--body TEXT | --bytes COUNT]

Prints the status, then the answer's headers one a line in lower case, an empty line, and the body.
Host is 127.0.0.1:PORT unless a HEADER says otherwise. --bytes sends COUNT spaces.
"""
import http.client
import sys


def main(port, method, target, *rest):
    headers, body, words = {}, None, iter(rest)
    for word in words:
        if word == "--body":
            body = next(words).encode()
        elif word == "--bytes":
            body = b" " * int(next(words))
        else:
            name, _, value = word.partition(": ")
            headers[name] = value
    connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=30)
    connection.putrequest(method, target, skip_host="Host" in headers, skip_accept_encoding=True)
    for name, value in headers.items():
        connection.putheader(name, value)
    if body is not None:
        connection.putheader("Content-Length", str(len(body)))
    connection.endheaders()
    try:
        connection.send(body or b"")
    except ConnectionError:
        pass  # It may have answered before it read all.
    answer = connection.getresponse()
    print(answer.status)
    for name, value in answer.getheaders():
        print(f"{name.lower()}: {value}")
    print()
    print(answer.read().decode(errors="replace"), end="")


if __name__ == "__main__":
    main(*sys.argv[1:])
