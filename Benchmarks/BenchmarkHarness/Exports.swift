// What jsonbench shares with the package's other program.
@_exported public import CommandLineTools
