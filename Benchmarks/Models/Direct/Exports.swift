// The files of this module are links to those of `BenchmarkModels`, which do not name the library.
@_exported import RushJSON
@_exported import RushJSONMacros
