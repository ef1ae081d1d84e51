import Testing

@testable import RushJSONCore

@Suite struct SpareSessionsTests {
  private final class Session: CodingSession, @unchecked Sendable {
    let snapshot: DecodingSnapshot
    /// How many callers have it.
    var owners = 0

    init(_ snapshot: DecodingSnapshot) { self.snapshot = snapshot }
  }

  private let options = SharedOptions(DecodingSnapshot.initial)
  private let spare = SpareSessions()

  private func session() -> Session { Session(options.read { $0 }) }

  private func take() -> Session? { spare.take(for: options) }

  /// So decoding inside decoding does not begin new sessions each time.
  @Test func aThreadHasTwoPlaces() {
    let sessions = [session(), session()]
    weak var third: Session?
    do {
      for session in sessions { spare.put(session) }
      let last = session()
      third = last
      spare.put(last)
    }
    #expect(third == nil, "There is no place for a third.")
    #expect(take() === sessions[0])
    #expect(take() === sessions[1])
    #expect(take() == nil)
  }

  @Test func sessionsForOtherOptionsAreDropped() {
    weak var old: Session?
    do {
      let session = session()
      old = session
      spare.put(session)
    }
    options[\.allowsJSON5] = true
    #expect(take() == nil)
    #expect(old == nil)
  }

  @Test func sparesAreReleasedWithTheCoder() {
    weak var kept: Session?
    do {
      let spare = SpareSessions()
      let session = session()
      kept = session
      spare.put(session)
    }
    #expect(kept == nil)
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
            spare.put(session)
          }
          return shared
        }
      }
      for await shared in group { #expect(shared == 0) }
    }
  }
}
