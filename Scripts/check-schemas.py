#!/usr/bin/env python3
"""Validates texts by the schemas of @JSONModel types, with another implementation of JSON Schema.

Each file of Tests/MacroClients/Schemas has the schema of a type, texts that it accepts and texts that
it refuses. The tests of the macros check that the library writes this schema, and that the decoder agrees.

    Scripts/check-schemas.py

Does nothing without the Python package jsonschema (pip install jsonschema).
"""

import json
import pathlib
import sys

try:
    from jsonschema import Draft202012Validator
except ImportError:
    print("skipped: the Python package jsonschema is not installed")
    sys.exit(0)

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "Tests" / "MacroClients" / "Schemas"


def main():
    if sys.argv[1:]:
        sys.exit(__doc__)
    faults, count = [], 0
    files = sorted(FOLDER.glob("*.json"))
    for path in files:
        table = json.loads(path.read_text())
        Draft202012Validator.check_schema(table["schema"])
        validator = Draft202012Validator(table["schema"])
        for key, expected in [("valid", True), ("unsaid", True), ("invalid", False)]:
            for text in table.get(key, []):
                count += 1
                if validator.is_valid(text) != expected:
                    faults.append(f"{path.stem}: {json.dumps(text)} is not {key}")
    if not count:
        sys.exit("There are no tables.")
    if faults:
        sys.exit("\n".join(faults))
    print(f"{count} texts and {len(files)} schemas are as expected.")


main()
