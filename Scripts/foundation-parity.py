#!/usr/bin/env python3
"""Lists every public member of Foundation's coders, and where this library has it.

The symbol graph of the toolchain's Foundation is the source of Docs/FoundationParity.md.
Docs/PublicInterface.txt says which of this library's classes has the same declaration.

    Scripts/foundation-parity.py            writes the table
    Scripts/foundation-parity.py --check    fails if the table is out of date

Both fail if a member is missing. Write the public interface first (Scripts/public-interface.py). Run this
on Linux: on Apple's systems Foundation has another interface, with `formatted` as a case.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "Docs" / "FoundationParity.md"
LISTING = ROOT / "Docs" / "PublicInterface.txt"
HEAD = """# Parity with Foundation's coders

Every public member of `JSONDecoder`, `JSONEncoder` and their nested types, in the Foundation of Linux. The
class in the last column has the same declaration, with its own name in place of Foundation's;
`RushJSONDecoder` and `RushJSONEncoder` inherit what the core's classes have. `open` members can be
overridden in both.

`Scripts/foundation-parity.py` writes this table. A test compares it with
[the public interface](PublicInterface.txt), and with the code that is compiled with both libraries'
coders (`Tests/SourceCompatibility`). On Apple's systems, `formatted` is a case of the strategies for dates, here
as there.

| Type | Member | Access | In |
| --- | --- | --- | --- |
"""


def graphs():
    """The symbol graphs of the Foundation modules that declare or extend the coders."""
    info = json.loads(
        subprocess.run(["swiftc", "-print-target-info"], check=True, capture_output=True).stdout
    )
    with tempfile.TemporaryDirectory() as folder:
        for module in ["FoundationEssentials", "Foundation"]:
            command = ["swift", "symbolgraph-extract", "-module-name", module]
            command += ["-target", info["target"]["triple"], "-output-dir", folder]
            for path in info["paths"]["runtimeLibraryImportPaths"]:
                command += ["-I", path]
            command += ["-minimum-access-level", "public", "-skip-synthesized-members"]
            subprocess.run(command, check=True)
        names = ["FoundationEssentials", "Foundation@FoundationEssentials"]
        paths = [pathlib.Path(folder) / f"{name}.symbols.json" for name in names]
        return [json.loads(path.read_text()) for path in paths]


def members(graphs):
    """Rows of type, declaration and access for the members of the coders, and their conformances."""
    rows, types = [], {}
    for graph in graphs:
        for symbol in graph["symbols"]:
            path = symbol["pathComponents"]
            if path[0] not in ("JSONDecoder", "JSONEncoder"):
                continue
            if symbol["kind"]["identifier"] in ("swift.class", "swift.enum", "swift.struct"):
                types[symbol["identifier"]["precise"]] = ".".join(path)
            text = "".join(part["spelling"] for part in symbol["declarationFragments"])
            of = ".".join(path[:-1]) or path[0]
            rows.append((of, " ".join(text.split()), symbol["accessLevel"]))
        for relation in graph["relationships"]:
            name = relation.get("targetFallback", "").removeprefix("Swift.")
            if relation["kind"] != "conformsTo" or name in ("Copyable", "Escapable", ""):
                continue
            if relation["source"] in types:
                rows.append((types[relation["source"]], f": {name}", "public"))
    # `Sendable` implies `SendableMetatype`, as in the list of the public interface.
    implied = {(of, ": SendableMetatype", access) for of, text, access in rows if text == ": Sendable"}
    return sorted(set(rows) - implied)


def sections():
    """The lines of each type in the public interface."""
    lines, name = {}, ""
    for line in LISTING.read_text().splitlines():
        if line.startswith("    "):
            lines.setdefault(name, set()).add(line.strip())
        else:
            name = line
    return lines


def table():
    """The table, and the members that this library lacks."""
    ours, text, missing = sections(), HEAD, []
    for of, declaration, access in members(graphs()):
        coder, _, nested = of.partition(".")
        homes = ["Rush" + coder, coder.replace("JSON", "RushJSONCore")]
        prefix = f"{nested} › " if nested else ""
        # A type that is Foundation's own has each of its members.
        name = nested or declaration.split()[-1]
        alias = f"typealias {name} = {coder}.{name}"

        def has(home):
            lines = ours.get(home, [])
            return alias in lines or prefix + re.sub(rf"\b{coder}\b", home, declaration) in lines

        home = next(filter(has, homes), None)
        if home is None:
            missing.append(f"{of}: {declaration}")
        # A name in backticks needs two of them around it.
        code = f"`` {declaration} ``" if "`" in declaration else f"`{declaration}`"
        text += f"| `{of}` | {code} | {access} | `{home}` |\n"
    return text, missing


def main():
    text, missing = table()
    if sys.argv[1:] == ["--check"]:
        if TABLE.read_text() != text:
            sys.exit("Foundation's coders have changed: run Scripts/foundation-parity.py.")
    elif sys.argv[1:]:
        sys.exit(__doc__)
    else:
        TABLE.write_text(text)
    if missing:
        sys.exit("Foundation has these members, and this library has not:\n" + "\n".join(missing))


if __name__ == "__main__":
    main()
