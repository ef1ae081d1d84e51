#!/usr/bin/env python3
"""Checks that only clients of the product RushJSONMacros build the compiler plugin.

SwiftPM plans the build of two small packages, one with the product RushJSON alone and one with
RushJSONMacros. The plan says what each would compile; nothing but their manifests is compiled.

    Scripts/macro-clients.py
    Scripts/macro-clients.py --build    also builds and runs them, in debug and release mode
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

MANIFEST = """// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "%s", platforms: [.macOS(.v12)],
  dependencies: [.package(name: "RushJSON", path: "%s")],
  targets: [.executableTarget(name: "%s", dependencies: [%s])])
"""

WITHOUT = """import RushJSON
print(try RawJSON(parsing: "[1]"))
"""

WITH = """import RushJSON
import RushJSONMacros
@JSONModel struct Book { var title: String; var pages = 3 }
let book = try RushJSONDecoder().decode(Book.self, from: Array(#"{"title":"A"}"#.utf8))
print(try book.jsonString())
"""

CLIENTS = {"Without": (["RushJSON"], WITHOUT), "With": (["RushJSON", "RushJSONMacros"], WITH)}


def write(folder, name, products, code):
    """Writes the package of a client."""
    sources = folder / name / "Sources" / name
    sources.mkdir(parents=True)
    (sources / "main.swift").write_text(code)
    list = ", ".join(f'.product(name: "{product}", package: "RushJSON")' for product in products)
    (folder / name / "Package.swift").write_text(MANIFEST % (name, ROOT, name, list))


def built(package):
    """The files that a build of a package makes: the plan also has commands that it does not run."""
    subprocess.run(
        ["swift", "build", "--package-path", package, "--print-manifest-job-graph"],
        check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    plan = (package / ".build" / "debug.yaml").read_text()
    inputs = {}
    for command in re.finditer(r"^    inputs: (\[.*\])\n    outputs: (\[.*\])$", plan, re.M):
        for output in json.loads(command[2]):
            inputs.setdefault(output, []).extend(json.loads(command[1]))
    reached = set()
    open_files = json.loads(re.search(r'^  "main": (\[.*\])$', plan, re.M)[1])
    while open_files:
        file = open_files.pop()
        if file not in reached:
            reached.add(file)
            open_files += inputs.get(file, [])
    return reached


def main():
    if sys.argv[1:] not in ([], ["--build"]):
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as path:
        folder = pathlib.Path(path)
        counts = {}
        for name, (products, code) in CLIENTS.items():
            write(folder, name, products, code)
            files = built(folder / name)
            if not any("RushJSONCore.build" in file for file in files):
                sys.exit("The plan of SwiftPM is not understood: it does not build RushJSONCore.")
            counts[name] = sum("RushJSONMacro" in file for file in files)
        print(f"files of the macros that are built: {counts}")
        if counts["Without"] > 0:
            sys.exit("A client of RushJSON alone builds the plugin.")
        if counts["With"] == 0:
            sys.exit("This check would not notice the plugin.")
        if sys.argv[1:]:
            for name in CLIENTS:
                for configuration in ["debug", "release"]:
                    subprocess.run(
                        ["swift", "run", "--package-path", folder / name, "-c", configuration],
                        check=True,
                    )


main()
