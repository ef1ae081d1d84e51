import Foundation
import RushJSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The name of a file in an argument. A name need not be UTF-8, but strings are.
///
/// In arguments, each byte that is not part of UTF-8 is a scalar at the end of the last plane:
///
///     caf E9 .json  ─→  "caf\u{10FFE9}.json"  ─→  opened by its bytes, read as /dev/fd/3
///
/// These scalars in UTF-8 are taken byte by byte as well, so no two names have the same text.
final class FileName: Sendable {
  /// The path that the library opens.
  let path: String
  /// The name for messages, with `\xE9` for bytes that are not part of UTF-8.
  let shown: String
  /// The file is open as long as it is read, if its path names the descriptor. Otherwise negative.
  private let descriptor: Int32

  private static let firstByte: UInt32 = 0x10ff00

  init(_ argument: String) {
    shown = Self.shown(argument)
    // Invariant: the argument is a C string during the call.
    descriptor =
      Self.isText(argument)
      ? -1 : unsafe open(Self.cString(of: argument), O_RDONLY)
    // If the file cannot be opened, neither can one of the name that messages show.
    path = descriptor < 0 ? shown : "/dev/fd/\(descriptor)"
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  // MARK: - Arguments

  /// The arguments of the program, without its name.
  static var arguments: [String] {
    // Invariant: the runtime keeps the vector, which has `argc` C strings, to the end of the program.
    unsafe UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
      .dropFirst().compactMap { argument in
        unsafe argument.map { argument in
          text(of: unsafe Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument))))
        }
      }
  }

  /// The text of an argument of these bytes.
  static func text(of bytes: [UInt8]) -> String {
    var text = String.UnicodeScalarView()
    var rest = bytes[...]
    while let first = rest.first {
      let encoded = rest.prefix(first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4)
      let decoded = String(decoding: encoded, as: UTF8.self)
      // What is repaired has other bytes.
      if let scalar = decoded.unicodeScalars.first, !isByte(scalar),
        decoded.utf8.elementsEqual(encoded)
      {
        text.append(scalar)
        rest = rest.dropFirst(encoded.count)
      } else {
        text.append(Unicode.Scalar(firstByte | UInt32(first)) ?? "\u{fffd}")
        rest = rest.dropFirst()
      }
    }
    return String(text)
  }

  /// The bytes of the name in `argument`.
  static func bytes(of argument: String) -> [UInt8] {
    argument.unicodeScalars.flatMap { scalar in
      isByte(scalar) ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(String(scalar).utf8)
    }
  }

  /// The bytes of the name in `argument` as a C string.
  static func cString(of argument: String) -> [CChar] {
    bytes(of: argument).map { CChar(bitPattern: $0) } + [0]
  }

  /// `text` with `\xE9` for bytes that are not part of UTF-8.
  static func shown(_ text: String) -> String {
    if isText(text) { return text }
    return text.unicodeScalars.reduce(into: "") { shown, scalar in
      let digits = String(scalar.value & 0xff, radix: 16, uppercase: true)
      if isByte(scalar) { shown += "\\x\(digits)" } else { shown.unicodeScalars.append(scalar) }
    }
  }

  /// The text of an argument that is no name of a file, or `nil` if it is not UTF-8.
  static func validText(_ argument: String) -> String? {
    if isText(argument) { return argument }
    let bytes = bytes(of: argument)
    let text = String(decoding: bytes, as: UTF8.self)
    return text.utf8.elementsEqual(bytes) ? text : nil
  }

  private static func isText(_ text: String) -> Bool {
    !text.unicodeScalars.contains(where: isByte)
  }

  private static func isByte(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= firstByte | 0x80 }
}
