import Testing

@testable import RushJSONCore

@Suite struct SpareSessionsTests {
  private final class Session: CodingSession, @unchecked Sendable {
    let snapshot: DecodingSnapshot
    /// How many callers have it.
    var owners = 0

    init(_ snapshot: DecodingSnapshot) { self.snapshot = snapshot }
  }

  private let options: CoderState<DecodingSnapshot> = {
    let options = CoderState<DecodingSnapshot>.ofNewCoder()
    // Other options than those of a new coder, whose sessions all coders share.
    options[\.assumesTopLevelDictionary] = true
    return options
  }()

  private func session() -> Session { Session(options.read { $0 }) }

  private func take() -> Session? { options.takeSession() }

  /// So decoding inside decoding does not begin new sessions each time.
  @Test func aThreadHasTwoPlaces() {
    let sessions = [session(), session()]
    weak var third: Session?
    do {
      for session in sessions { options.put(session) }
      let last = session()
      third = last
      options.put(last)
    }
    #expect(third == nil, "There is no place for a third.")
    #expect(take() === sessions[0])
    #expect(take() === sessions[1])
    #expect(take() == nil)
  }

  @Test func eachSessionHasOnePlace() {
    let sessions = SpareSessions()
    var taken: [Session] = []
    for round in 0..<30 {
      if round % 3 == 2, let session = sessions.take(as: Session.self) {
        taken.append(session)
      } else {
        sessions.put(taken.popLast() ?? session())
      }
      sessions._checkInvariants()
    }
    sessions.removeAll()
    sessions._checkInvariants()
    #expect(sessions.take(as: Session.self) == nil)
  }

  @Test func sessionsForOtherOptionsAreDropped() {
    weak var old: Session?
    do {
      let session = session()
      old = session
      options.put(session)
    }
    options[\.allowsJSON5] = true
    #expect(take() == nil)
    #expect(old == nil)
  }

  @Test func sparesAreReleasedWithTheCoder() {
    weak var kept: Session?
    do {
      let options = CoderState<DecodingSnapshot>.ofNewCoder()
      options[\.assumesTopLevelDictionary] = true
      let session = Session(options.read { $0 })
      kept = session
      options.put(session)
    }
    #expect(kept == nil)
  }

  /// A program that makes a coder for each call reuses one session. Changed options end that.
  @Test func newCodersShareSessionsUntilTheirOptionsChange() throws {
    /// Notes the session that decodes it.
    struct Value: Decodable {
      let session: ObjectIdentifier
      init(from decoder: any Decoder) throws {
        session = ObjectIdentifier(try #require(decoder as? ValueDecoder).session)
      }
    }
    func session(_ decoder: RushJSONCoreDecoder) throws -> ObjectIdentifier {
      let text: [UInt8] = Array("{}".utf8)
      let value: Value = try decoder.decode(from: text)
      return value.session
    }
    let first = try session(RushJSONCoreDecoder())
    #expect(try session(RushJSONCoreDecoder()) == first)
    #expect(try session(RushJSONCoreDecoder(copying: RushJSONCoreDecoder())) == first)
    let changed = RushJSONCoreDecoder()
    changed.allowsJSON5 = true
    let own = try session(changed)
    #expect(own != first)
    #expect(try session(changed) == own)
    #expect(try session(RushJSONCoreDecoder()) == first)
  }

  /// Two threads may have the same places, but not the same session.
  @Test func noSessionHasTwoOwners() async {
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<16 {
        group.addTask {
          var shared = 0
          for _ in 0..<500 {
            let session = take() ?? session()
            session.owners += 1
            if session.owners != 1 { shared += 1 }
            session.owners -= 1
            options.put(session)
          }
          return shared
        }
      }
      for await shared in group { #expect(shared == 0) }
    }
  }
}
