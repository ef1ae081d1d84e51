import Foundation

/// Where and when the figures were measured.
struct Machine: Codable, Equatable, Sendable {
  var cpu: String
  var cores: Int
  var os: String
  var swift: String
  /// ISO 8601, UTC.
  var date: String

  static var current: Machine {
    Machine(
      cpu: processor ?? "unknown", cores: ProcessInfo.processInfo.activeProcessorCount,
      os: ProcessInfo.processInfo.operatingSystemVersionString + " " + architecture,
      swift: compilerVersion, date: Date.now.ISO8601Format())
  }

  var summary: String { "\(cpu), \(cores) cores, \(os), Swift \(swift), \(date)" }

  private static var processor: String? {
    #if canImport(Darwin)
      return systemControl("machdep.cpu.brand_string")
    #else
      return firstValue(of: "model name", in: "/proc/cpuinfo")
    #endif
  }

  private static func firstValue(of name: String, in file: String) -> String? {
    do {
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let line = text.split(whereSeparator: \.isNewline).first { $0.hasPrefix(name) }
      guard let line, let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].drop { $0.isWhitespace }
      return value.isEmpty ? nil : String(value)
    } catch {
      return nil
    }
  }

  #if canImport(Darwin)
    private static func systemControl(_ name: String) -> String? {
      var size = 0
      // Invariant: without a buffer, sysctlbyname only stores the size.
      guard unsafe sysctlbyname(name, nil, &size, nil, 0) == 0, size > 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: size)
      // Invariant: the buffer has `size` bytes, and the call gets that size.
      guard unsafe sysctlbyname(name, &bytes, &size, nil, 0) == 0 else { return nil }
      return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  #endif

  private static var architecture: String {
    #if arch(x86_64)
      "x86-64"
    #elseif arch(arm64)
      "arm64"
    #else
      "other architecture"
    #endif
  }

  /// Only compile-time conditions can tell the compiler's version, hence this list.
  private static var compilerVersion: String {
    #if compiler(>=6.5)
      "6.5 or later"
    #elseif compiler(>=6.4)
      "6.4"
    #elseif compiler(>=6.3.2)
      "6.3.2 or later"
    #elseif compiler(>=6.3.1)
      "6.3.1"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }
}
