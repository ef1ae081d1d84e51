// Names of version 0.9.

@available(*, deprecated, renamed: "Pocket.Failure")
public typealias PocketError = Pocket.Failure

@available(*, deprecated, renamed: "Pocket.Store")
public typealias PocketStore = Pocket.Store

@available(*, deprecated, renamed: "Pocket.MemoryStore")
public typealias MemoryPocketStore = Pocket.MemoryStore

@available(*, deprecated, renamed: "Pocket.FileStore")
public typealias FilePocketStore = Pocket.FileStore

@available(*, deprecated, renamed: "Pocket.HTTPStore")
public typealias HTTPPocketStore = Pocket.HTTPStore
