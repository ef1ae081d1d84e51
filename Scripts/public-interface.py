#!/usr/bin/env python3
"""Lists the public interface of the package in Docs/PublicInterface.txt.

The compiler's symbol graph is the source, so the list shows what a client sees: declarations with
their attributes and constraints, and the conformances that types declare.

    Scripts/public-interface.py            writes the file
    Scripts/public-interface.py --check    fails, and shows the difference, if the file is out of date

Docs/PublicTypes.md says in one sentence what each type at top level is for. Both commands fail if a
type is missing there, or is gone from the interface, and if there are more types than a newcomer can
look through.

A deprecated alias at top level is the old name of a type, for one version. It is nothing to learn, so
it needs no sentence and is listed apart. Anything else that is deprecated counts as before: a struct
would still be a type.

Build the package first (swift build).
"""

import difflib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODULES = [
    "RushJSONCore", "RushJSONProperties", "RushJSONStreams", "RushJSONEditing", "RushJSON", "RushJSONFiles",
    "RushJSONPush", "RushJSONPocket", "RushJSONMacros",
]  # fmt: skip
LISTING = ROOT / "Docs" / "PublicInterface.txt"
SENTENCES = ROOT / "Docs" / "PublicTypes.md"
BUILD = ROOT / ".build" / "debug"
# What a newcomer can look through (Docs/Decisions/0025).
MOST_TYPES = 68


def extract(module, folder):
    """Writes the symbol graphs of a module, one for each module that it extends, into `folder`."""
    target = json.loads(
        subprocess.run(["swiftc", "-print-target-info"], check=True, capture_output=True).stdout
    )["target"]["triple"]
    subprocess.run(
        [
            "swift", "symbolgraph-extract", "-module-name", module,
            "-I", str(BUILD / "Modules"),
            "-Xcc", f"-fmodule-map-file={BUILD / '_RushJSONShims.build' / 'module.modulemap'}",
            "-target", target, "-minimum-access-level", "public",
            "-skip-synthesized-members", "-output-dir", folder,
        ],
        check=True,
    )  # fmt: skip


def declaration(symbol):
    """A symbol's declaration on one line."""
    text = "".join(part["spelling"] for part in symbol["declarationFragments"])
    return " ".join(text.split())


def is_deprecated(symbol):
    return any(a.get("isUnconditionallyDeprecated") for a in symbol.get("availability", []))


def old_names(graphs):
    """The deprecated aliases at top level, with their declarations."""
    return {
        symbol["pathComponents"][0]: declaration(symbol)
        for graph in graphs
        for symbol in graph["symbols"]
        if symbol["kind"]["identifier"] == "swift.typealias"
        and len(symbol["pathComponents"]) == 1
        and is_deprecated(symbol)
    }


def members(graphs):
    """The declarations of each type, and the conformances that it declares, by the type's name."""
    symbols, lines = {}, {}
    for graph in graphs:
        for symbol in graph["symbols"]:
            symbols[symbol["identifier"]["precise"]] = symbol
    for symbol in symbols.values():
        path = symbol["pathComponents"]
        # Visible only because an @inlinable function uses it; clients should not.
        if any(component.startswith("_") for component in path):
            continue
        top = path[0]
        prefix = ".".join(path[1:-1])
        line = declaration(symbol)
        constraints = symbol.get("swiftExtension", {}).get("constraints", [])
        # The declaration of `some Sequence<some JSONChunk>` says nothing of the elements.
        constraints = constraints + [
            {**c, "lhs": c["rhs"], "rhs": c["lhs"]}
            for c in symbol.get("swiftGenerics", {}).get("constraints", [])
            if c["kind"] == "sameType" and c["lhs"].startswith("some ")
        ]
        if constraints:
            signs = {"conformance": ":", "superclass": ":", "sameType": "=="}
            line += "  [where " + ", ".join(
                f"{c['lhs']} {signs.get(c['kind'], c['kind'])} {c['rhs']}" for c in constraints
            ) + "]"
        if is_deprecated(symbol):
            line += "  [deprecated]"
        lines.setdefault(top, set()).add((len(path) > 1, prefix, line))
    for graph in graphs:
        for relation in graph["relationships"]:
            source = symbols.get(relation["source"])
            if relation["kind"] != "conformsTo" or source is None:
                continue
            name = relation.get("targetFallback", "")
            target = symbols.get(relation["target"])
            name = ".".join(target["pathComponents"]) if target else name.removeprefix("Swift.")
            # Every copyable type has these two.
            if name in ("Copyable", "Escapable", ""):
                continue
            path = source["pathComponents"]
            if any(component.startswith("_") for component in path):
                continue
            lines.setdefault(path[0], set()).add((True, ".".join(path[1:]), f": {name}"))
    # `Sendable` implies `SendableMetatype`.
    for rows in lines.values():
        rows -= {(*row[:2], ": SendableMetatype") for row in rows if row[2] == ": Sendable"}
    return lines


def listing():
    text = [
        "The public interface, module by module. Scripts/public-interface.py writes this file.",
        "",
    ]
    with tempfile.TemporaryDirectory() as folder:
        for module in MODULES:
            extract(module, folder)
            paths = sorted(pathlib.Path(folder).glob(f"{module}*.symbols.json"))
            paths = [p for p in paths if p.name.split(".")[0].split("@")[0] == module]
            graphs = [json.loads(path.read_text()) for path in paths]
            types, old = members(graphs), old_names(graphs)
            current = sorted(set(types) - set(old))
            text += [f"## {module}: {len(current)} names at top level", ""]
            for name in current:
                text.append(name)
                for inside, prefix, line in sorted(types[name]):
                    text.append("    " + (f"{prefix} › " if prefix else "") + line)
                text.append("")
            if old:
                text += ["Old names, deprecated", *(f"    {old[name]}" for name in sorted(old)), ""]
    return "\n".join(text)


def types_of(text):
    """The types that a listing declares at top level, not those of others that it extends."""
    declaration = r"^(\w+)\n    (?:@\S+ )*(?:\w+ )*(?:struct|class|enum|protocol|actor|typealias) \1\b"
    return re.findall(declaration, text, re.MULTILINE)


def faults_of_sentences(listed):
    """What is wrong with the rows ``| `Type` | Sentence. |`` of Docs/PublicTypes.md."""
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", SENTENCES.read_text(), re.MULTILINE)
    names = [name for name, _ in rows]
    faults = [f"{name} has no row" for name in sorted(set(listed) - set(names))]
    faults += [f"{name} is not public any more" for name in sorted(set(names) - set(listed))]
    faults += [f"{name} has two rows" for name in sorted({n for n in names if names.count(n) > 1})]
    faults += [
        f"{name} needs one sentence" for name, text in rows
        if not text.endswith(".") or ". " in text
    ]  # fmt: skip
    if len(listed) > MOST_TYPES:
        faults.append(f"{len(listed)} types are more than {MOST_TYPES}: nest one in what it belongs to")
    return faults


def main():
    fresh = listing()
    if sys.argv[1:] == ["--check"]:
        old = LISTING.read_text() if LISTING.exists() else ""
        if old != fresh:
            sys.stdout.writelines(
                line + "\n"
                for line in difflib.unified_diff(
                    old.splitlines(), fresh.splitlines(), "Docs/PublicInterface.txt", "now",
                    lineterm="", n=1,
                )
            )  # fmt: skip
            sys.exit("The public interface has changed: run Scripts/public-interface.py.")
    elif sys.argv[1:]:
        sys.exit(__doc__)
    else:
        LISTING.write_text(fresh)
    faults = faults_of_sentences(types_of(fresh))
    if faults:
        sys.exit("Docs/PublicTypes.md: " + "; ".join(faults) + ".")


if __name__ == "__main__":
    main()
