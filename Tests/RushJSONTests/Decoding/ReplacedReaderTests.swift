import RushJSON
import Testing

/// Readers that change places outlive the call whose memory they refer to, so this ends the process.
@Suite struct ReplacedReaderTests {
  /// Memory for a reader that outlives its call.
  final class Keeper: @unchecked Sendable {
    static let shared = Keeper()
    var reader: JSONReader?
    var throwing = false

    func taken() -> JSONReader {
      guard let reader = reader.take() else { preconditionFailure("nothing was kept") }
      return reader
    }
  }

  struct Refusal: Error {}

  /// A value that leaves its reader in the keeper and continues with the one that was there.
  struct Exchanging: JSONReadable, Decodable {
    init(from decoder: any Decoder) throws {
      var reader = try JSONReader(decoder, for: Self.self)
      try self.init(from: &reader)
    }

    init(from reader: inout JSONReader) throws {
      guard let kept = Keeper.shared.reader.take() else { throw Refusal() }
      Keeper.shared.reader = consume reader
      reader = kept
      if Keeper.shared.throwing { throw Refusal() }
    }
  }

  /// A value that lends its reader to one of another text.
  struct Lending<Inner: JSONReadable & Decodable>: JSONReadable, Decodable {
    init(from decoder: any Decoder) throws {
      var reader = try JSONReader(decoder, for: Self.self)
      try self.init(from: &reader)
    }

    init(from reader: inout JSONReader) throws {
      Keeper.shared.reader = consume reader
      do {
        let text = String(repeating: " ", count: 10_000) + #"{"name":[1,2,3]}"#
        _ = try RushJSONDecoder().decode(Inner.self, from: text)
      } catch {}
      reader = Keeper.shared.taken()
      try reader.beginObject()
      let _: Int = try reader.value("name")
    }
  }

  @Test func exchangedReadersEndTheProcess() async {
    await #expect(processExitsWith: .failure) {
      _ = try RushJSONDecoder().decode(Lending<Exchanging>.self, from: #"{"name":1}"#)
    }
    await #expect(processExitsWith: .failure) {
      _ = try RushJSONDecoder().decode([Lending<[String: Exchanging]>].self, from: #"[{"name":1}]"#)
    }
  }

  @Test func exchangedReadersEndTheProcessBeforeAnErrorIsCaught() async {
    await #expect(processExitsWith: .failure) {
      Keeper.shared.throwing = true
      _ = try RushJSONDecoder().decode(Lending<Exchanging>.self, from: #"{"name":1}"#)
    }
  }

  /// A value that keeps its reader for a while and puts it back.
  struct Returning: JSONReadable, Decodable {
    let name: Int

    init(from decoder: any Decoder) throws {
      var reader = try JSONReader(decoder, for: Self.self)
      try self.init(from: &reader)
    }

    init(from reader: inout JSONReader) throws {
      let keeper = Keeper()
      keeper.reader = consume reader
      reader = keeper.taken()
      try reader.beginObject()
      name = try reader.value("name")
    }
  }

  @Test func aReaderThatComesBackWorks() throws {
    let decoder = RushJSONDecoder()
    #expect(try decoder.decode(Returning.self, from: #"{"name":1}"#).name == 1)
    let nested = try decoder.decode([String: [Returning]].self, from: #"{"a":[{"name":2}]}"#)
    #expect(nested["a"]?.first?.name == 2)
  }
}
