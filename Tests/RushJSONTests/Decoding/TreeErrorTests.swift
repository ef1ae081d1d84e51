import Foundation
import RushJSON
import Testing

/// Errors of values that were never a text.
@Suite("Errors of trees and userInfo")
struct TreeErrorTests {
  private struct User: Decodable { var name: String; var ages: [Int8]? }

  private static let tree: RawJSON = ["user": ["name": 3, "ages": [1, 300]]]

  @Test func errorsOfTreesAndUserInfoNameNoByteOfAText() throws {
    let decoder = RushJSONDecoder()
    let userInfo: [AnyHashable: Any] = ["user": ["name": 3, "ages": [1, 300]] as [String: Any]]
    let decodings: [(pointer: JSONPointer, decode: () throws -> Void)] = [
      ("/user/name", { _ = try decoder.decode([String: User].self, from: Self.tree) }),
      ("/user/name", { _ = try decoder.decode(User.self, from: Self.tree, at: "/user") }),
      ("/user/name", { _ = try Self.tree.decode([String: User].self) }),
      ("/user/ages/1", { _ = try Self.tree.value([Int8].self, at: ["user", "ages"]) }),
      ("/user/ages/1", { _ = try Self.tree.value([Int8].self, at: "/user/ages") }),
      ("/user/ages/1", { _ = try Self.tree.valueIfPresent([Int8].self, at: ["user", "ages"]) }),
      ("/user/name", { _ = try decoder.decode([String: User].self, fromUserInfo: userInfo) }),
    ]
    for (index, decoding) in decodings.enumerated() {
      let error = try #require(valueError(of: decoding.decode), "\(index)")
      #expect(error.pointer == decoding.pointer)
      #expect(error.offset == nil)
      #expect(error.location == nil)
      #expect(!error.description.contains("byte"))
      #expect(error.report == error.description)
    }
  }

  @Test func errorsOfDocumentsStillNameTheirByte() throws {
    let document = try JSONDocument(parsing: #"{"user":{"name":3}}"#)
    let error = try #require(
      valueError { _ = try RushJSONDecoder().decode([String: User].self, from: document) })
    #expect(error.offset == 16)
    #expect(error.location?.column == 17)
  }

  @Test func aTreeBeyondTheLimitsIsRefusedWithoutAnOffset() throws {
    let decoder = RushJSONDecoder()
    decoder.readingOptions.maximumStringLength = 4
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode([String].self, from: ["abc", "abcde"] as RawJSON)
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!(context.underlyingError is JSONSyntaxError))
    #expect(!context.debugDescription.contains("byte "))
  }

  private func valueError(of decode: () throws -> Void) -> JSONValueError? {
    do {
      try decode()
      return nil
    } catch DecodingError.typeMismatch(_, let context) {
      return context.underlyingError as? JSONValueError
    } catch DecodingError.dataCorrupted(let context) {
      return context.underlyingError as? JSONValueError
    } catch {
      return nil
    }
  }
}
