// Names of version 0.9.

/// The old name of ``Pocket/Failure``.
@available(*, deprecated, renamed: "Pocket.Failure")
public typealias PocketError = Pocket.Failure

/// The old name of ``Pocket/Store``.
@available(*, deprecated, renamed: "Pocket.Store")
public typealias PocketStore = Pocket.Store

/// The old name of ``Pocket/MemoryStore``.
@available(*, deprecated, renamed: "Pocket.MemoryStore")
public typealias MemoryPocketStore = Pocket.MemoryStore

/// The old name of ``Pocket/FileStore``.
@available(*, deprecated, renamed: "Pocket.FileStore")
public typealias FilePocketStore = Pocket.FileStore

/// The old name of ``Pocket/HTTPStore``.
@available(*, deprecated, renamed: "Pocket.HTTPStore")
public typealias HTTPPocketStore = Pocket.HTTPStore
