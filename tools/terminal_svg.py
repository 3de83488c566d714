#!/usr/bin/env python3
"""Draws text as a terminal window: tools/terminal_svg.py TITLE < text > picture.svg

Lines that start with "$ " are commands; a line that starts with "denied" is red, "allowed" green.
"""
import sys
from xml.sax.saxutils import escape

FONT_PX, LINE_PX, MARGIN_PX, COLUMNS = 14, 20, 20, 96
COLOURS = {"$ ": "#8ab4f8", "denied": "#f28b82", "allowed": "#81c995"}


def colour_of(line):
    return next((colour for start, colour in COLOURS.items() if line.startswith(start)), "#e8eaed")


def wrapped(text):
    for line in text.rstrip("\n").split("\n"):
        while len(line) > COLUMNS:
            cut = line.rfind(" ", 0, COLUMNS)
            cut = cut if cut > 0 else COLUMNS
            yield line[:cut]
            line = "    " + line[cut:].lstrip()
        yield line


def draw(title, lines):
    width = int(COLUMNS * FONT_PX * 0.61) + 2 * MARGIN_PX
    height = (len(lines) + 2) * LINE_PX + 2 * MARGIN_PX
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">'
    yield f"<title>{escape(title)}</title>"
    yield f'<rect width="{width}" height="{height}" rx="8" fill="#202124"/>'
    for number, colour in enumerate(("#f28b82", "#fdd663", "#81c995")):
        yield f'<circle cx="{MARGIN_PX + number * 20}" cy="{MARGIN_PX}" r="6" fill="{colour}"/>'
    yield f'<g font-family="ui-monospace, DejaVu Sans Mono, monospace" font-size="{FONT_PX}">'
    for number, line in enumerate(lines):
        y = MARGIN_PX + (number + 2) * LINE_PX
        yield f'<text x="{MARGIN_PX}" y="{y}" xml:space="preserve" fill="{colour_of(line)}">{escape(line)}</text>'
    yield "</g></svg>"


def main():
    title = sys.argv[1] if len(sys.argv) > 1 else "Holdfast"
    print("\n".join(draw(title, list(wrapped(sys.stdin.read())))))


if __name__ == "__main__":
    main()
