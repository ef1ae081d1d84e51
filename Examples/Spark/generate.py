#!/usr/bin/env python3
"""Writes events as JSON Lines, with what goes wrong in practice.

usage: generate.py FOLDER GIGABYTES [FILES]

The same arguments give the same files. Among the lines are empty ones, a line of 8 MB, lines that are
not JSON or lack a member, and a torn last line.
"""

import json
import os
import random
import sys

COUNTRIES = ["AT", "BR", "DE", "FR", "IN", "JP", "NG", "US"]
KINDS = ["view", "view", "view", "click", "click", "purchase"]
BAD = ['{"kind": "purchase", "country": "AT"', "not JSON", '{"kind": "purchase", "cents": "7"}', "[1]"]


def block(randoms, count):
    lines = []
    for _ in range(count):
        event = {
            "id": randoms.getrandbits(48),
            "kind": randoms.choice(KINDS),
            "country": randoms.choice(COUNTRIES),
            "cents": randoms.randrange(1, 1_000_000),
            "agent": "Mozilla/5.0 (X11; Linux x86_64) " + "x" * randoms.randrange(60),
            "tags": [f"t{randoms.randrange(99)}" for _ in range(randoms.randrange(6))],
            "note": randoms.choice(["", "naïve café", 'a "quoted" word', "tab\there"]),
        }
        lines.append(json.dumps(event, ensure_ascii=randoms.random() < 0.5))
    return ("\n".join(lines) + "\n").encode()


def main():
    folder, gigabytes = sys.argv[1], float(sys.argv[2])
    files = int(sys.argv[3]) if len(sys.argv) > 3 else 2
    os.makedirs(folder, exist_ok=True)
    for number in range(files):
        randoms = random.Random(number)
        blocks = [block(randoms, 20_000) for _ in range(4)]
        size = int(gigabytes * 1e9 / files)
        huge = {"kind": "purchase", "country": "AT", "cents": 1, "blob": "y" * 8_000_000}
        written = step = 0
        has_huge = False
        with open(os.path.join(folder, f"events-{number}.jsonl"), "wb") as file:
            while written < size:
                written += file.write(randoms.choice(blocks))
                if step % 3 == 0:
                    written += file.write(BAD[step // 3 % len(BAD)].encode() + b"\n")
                elif step % 3 == 1:
                    written += file.write(b"\n")
                if not has_huge and written >= size / 2:
                    has_huge = True
                    written += file.write(json.dumps(huge).encode() + b"\n")
                step += 1
            file.write(b'{"kind": "purchase", "country": "JP", "cents": 12')


if __name__ == "__main__":
    main()
