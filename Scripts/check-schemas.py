#!/usr/bin/env python3
"""Validates texts by the schemas of @JSONModel types, with another implementation of JSON Schema.

Each file of Tests/MacroClients/Schemas has the schema of a type, texts that it accepts and texts that
it refuses. The tests of the macros check that the library writes this schema, and that the decoder agrees.

    Scripts/check-schemas.py

If the Python package jsonschema is missing, pip installs it in .build. Does nothing if it cannot.
"""

import importlib.util
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "Tests" / "MacroClients" / "Schemas"
PACKAGES = ROOT / ".build" / "check-schemas"

sys.path.append(str(PACKAGES))
if importlib.util.find_spec("jsonschema") is None:
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--timeout", "10"]
    subprocess.run(pip + ["--target", str(PACKAGES), "jsonschema"], check=False)
    importlib.invalidate_caches()
try:
    from jsonschema import Draft202012Validator
except ImportError:
    print("skipped: the Python package jsonschema is not installed")
    sys.exit(0)


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
