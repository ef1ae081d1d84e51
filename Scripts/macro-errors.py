#!/usr/bin/env python3
"""Compiles declarations that the macros refuse, and compares what the compiler says.

The tests of the expansion compare text. This shows that the compiler reports each error and does not end before it, in
Swift 5, in Swift 6, and in a module of the main actor.

    Scripts/macro-errors.py                          with the modules of .build/debug
    Scripts/macro-errors.py --build .build/debug
"""

import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

# The compiler's only error, before "(from macro 'JSONModel')", or a list of errors with their lines of a file that begins
# with two imports. Nothing if the declarations compile. Classes are
# `nonisolated`, so that they can be models in a module of the main actor, too.
CASES = [
    ("@JSONModel nonisolated class A { var a = 0 }\nnonisolated class B: A {}", ""),
    (
        "@JSONModel nonisolated class A { var a = 0 }\n@JSONModel nonisolated class B: A { var b = 1 }\nnonisolated class C: B {}",
        "@JSONModel does not apply to subclasses of a type that conforms already",
    ),
    (
        '@JSONModel nonisolated class A { @Name(at: "a/b") var a = 0 }\nnonisolated class B: A {}',
        "a pointer begins with '/', as in '/data/title'",
    ),
    (
        "@JSONModel(schema: false) nonisolated class A { var a = 0 }\nnonisolated class B: A {}",
        "leave out 'schema: false', because the compiler ends at a subclass of such a class",
    ),
    (
        "let isOn = true\n@JSONModel(schema: isOn) nonisolated class A { var a = 0 }\nnonisolated class B: A {}",
        "@JSONModel cannot read this argument; write it as it is listed in the documentation, with literals for strings",
    ),
    (
        "@JSONModel @MainActor class A { var a: Int; init(_ a: Int) { self.a = a } }\n@MainActor class B: A {}",
        "@JSONModel reads and writes outside of any actor, so its classes cannot belong to one",
    ),
    (
        "@JSONModel nonisolated public class A<T> { var a: T; init(_ a: T) { self.a = a } }\nnonisolated class B: A<Int> {}",
        "constrain 'T' to Codable, or to JSONReadable and JSONWritable: the members of a class cannot be conditional",
    ),
    (
        "@JSONModel(only: .writing, partial: true) nonisolated class A: Codable { var a = 1 }\nnonisolated class B: A {}",
        "a type that is only written has no partial one",
    ),
    (
        "struct Odd {}\n@JSONModel struct S {\n  var a: Int\n  var b: Odd\n}",
        [
            # Of reading for this library's coders, for others, and for faults; and of writing.
            "6: instance method 'value(_:also:)' requires that 'Odd' conform to 'JSONReadable'",
            "6: instance method 'value(_:also:)' requires that 'Odd' conform to 'Decodable'",
            "6: instance method 'value(_:also:)' requires that 'Odd' conform to 'JSONReadable'",
            "6: instance method 'member' requires that 'Odd' conform to 'JSONWritable'",
        ],
    ),
    ("@JSONModel(only: nil) struct S { var a = 1 }", "no exact matches in call to macro 'JSONModel'"),
]

MODES = {
    "Swift 5": ["-swift-version", "5"],
    "Swift 6": ["-swift-version", "6"],
    "main actor": [
        "-swift-version", "6", "-default-isolation", "MainActor",
        "-enable-upcoming-feature", "InferIsolatedConformances",
    ],
}  # fmt: skip


def main():
    arguments = sys.argv[1:]
    if arguments and (arguments[0] != "--build" or len(arguments) != 2):
        sys.exit(__doc__)
    build = pathlib.Path(arguments[1]) if arguments else ROOT / ".build" / "debug"
    plugin = build / "RushJSONMacroPlugin-tool"
    command = [
        "swiftc", "-parse-as-library", "-c", "-I", build / "Modules",
        "-I", ROOT / "Sources/_RushJSONShims/include",
        "-Xcc", f"-fmodule-map-file={build / '_RushJSONShims.build' / 'module.modulemap'}",
        "-load-plugin-executable", f"{plugin}#RushJSONMacroPlugin",
    ]  # fmt: skip
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "Client.swift"
        for source, expected in CASES:
            for mode, flags in MODES.items():
                file.write_text(f"import RushJSONCore\nimport RushJSONMacros\n{source}\n")
                run = subprocess.run(
                    [*command, *flags, "-o", file.with_suffix(".o"), file],
                    capture_output=True, text=True,
                )  # fmt: skip
                errors = re.findall(r"^\S+:(\d+):\d+: error: (.*?)(?: \(from macro|$)", run.stderr, re.M)
                if isinstance(expected, list):
                    found, wanted = [f"{line}: {text}" for line, text in errors], expected
                else:
                    found, wanted = [text for _, text in errors], [expected] if expected else []
                if run.returncode not in (0, 1) or found != wanted:
                    failures += 1
                    print(f"{mode}:\n{source}\nends with {run.returncode} and says {found}\n")
                    print(run.stderr.splitlines()[0] if run.stderr else "")
    if failures:
        sys.exit(f"{failures} declarations have other errors than expected.")
    print(f"{len(CASES)} declarations in {len(MODES)} language modes")


main()
