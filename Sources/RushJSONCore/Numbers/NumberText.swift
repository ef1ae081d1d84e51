public enum JSONNumberLayout: Sendable, Hashable { case foundation, ecmaScript, swift }
enum NumberText {
  static let maximumLength = 64
  static func write(_ v: Int64, to p: UnsafeMutablePointer<UInt8>) -> Int { unsafe put("\(v)", p) }
  static func write(_ v: UInt64, to p: UnsafeMutablePointer<UInt8>) -> Int { unsafe put("\(v)", p) }
  static func write(_ v: Double, layout: JSONNumberLayout, to p: UnsafeMutablePointer<UInt8>) -> Int { unsafe put("\(v)", p) }
  static func write(_ v: Float, layout: JSONNumberLayout, to p: UnsafeMutablePointer<UInt8>) -> Int { unsafe put("\(v)", p) }
  static func put(_ s: String, _ p: UnsafeMutablePointer<UInt8>) -> Int {
    var n = 0
    for b in s.utf8 { unsafe p[n] = b; n += 1 }
    return n
  }
}
