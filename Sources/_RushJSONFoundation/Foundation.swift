// RushJSON imports this module in place of Foundation, so that one file knows of the trait.

#if FoundationEssentialsOnly && canImport(FoundationEssentials)
  @_exported import FoundationEssentials
  // Foundation exports the C library.
  #if canImport(Glibc)
    @_exported import Glibc
  #elseif canImport(Musl)
    @_exported import Musl
  #elseif canImport(Android)
    @_exported import Android
  #endif
#else
  @_exported import Foundation
#endif
