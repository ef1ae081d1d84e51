import Testing

@testable import RushJSONCore

/// What threads share: words, references that are set once, and values with a lock.
@Suite struct SharedMemoryTests {
  @Test func wordsBeginWithZeroAndAreSeparate() {
    let words = AtomicMemory(count: 3)
    #expect((0..<3).map { words[$0].loadAcquiring() } == [0, 0, 0])
    words[0].storeRelaxed(.max)
    words[1].storeReleasing(1)
    words[2].storeSequential(2)
    #expect((0..<3).map { words[$0].loadRelaxed() } == [.max, 1, 2])
    words[0].addSequential(2)
    words[1].subtractSequential(2)
    #expect((0..<3).map { words[$0].loadSequential() } == [1, .max, 2])
  }

  @Test func exchangesReturnTheWordBefore() {
    let words = AtomicMemory(count: 1)
    #expect(words[0].exchange(5) == 0)
    #expect(words[0].exchange(6) == 5)
    #expect(words[0].storeIfZero(7) == 6)
    #expect(words[0].loadRelaxed() == 6)
    words[0].storeRelaxed(0)
    #expect(words[0].storeIfZero(7) == 0)
    #expect(words[0].loadRelaxed() == 7)
  }

  @Test func additionsOfSeveralTasksAreNotLost() async {
    let total = Total()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<10_000 { total.words[0].addSequential(3) } }
        group.addTask { for _ in 0..<10_000 { total.words[0].subtractSequential(1) } }
      }
    }
    #expect(total.words[0].loadAcquiring() == 80_000)
  }

  @Test func theFirstReferenceStaysAndIsReleasedOnce() {
    let words = AtomicMemory(count: 1)
    let reference = AtomicReference<Total>(in: words[0])
    #expect(reference.load() == nil)
    var first: Total? = Total()
    weak let weakFirst = first
    weak var weakSecond: Total?
    do {
      let second = Total()
      weakSecond = second
      #expect(first.map { reference.storeIfNil($0) } === first)
      #expect(reference.storeIfNil(second) === first)
      #expect(reference.load() === first)
    }
    #expect(weakSecond == nil)
    first = nil
    #expect(weakFirst != nil)
    reference.remove()
    #expect(weakFirst == nil)
  }

  @Test func referencesOfSeveralTasksAreTheSame() async {
    for _ in 0..<50 {
      let total = Total()
      let results = await withTaskGroup(of: ObjectIdentifier.self) { group in
        for _ in 0..<4 {
          group.addTask {
            let reference = AtomicReference<Total>(in: total.words[0])
            return ObjectIdentifier(reference.load() ?? reference.storeIfNil(Total()))
          }
        }
        return await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(results.count == 1)
      AtomicReference<Total>(in: total.words[0]).remove()
    }
  }

  @Test func lockedValuesChangeOneAtATime() async {
    let numbers = Locked<[Int]>([])
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask {
          for index in 0..<1000 { numbers.withLock { $0.append(task * 1000 + index) } }
        }
      }
    }
    #expect(numbers.withLock { $0.sorted() } == Array(0..<4000))
  }

  @Test func aThrowingBodyReleasesTheLock() {
    struct Failure: Error, Equatable {}
    let number = Locked(1)
    #expect(throws: Failure()) {
      try number.withLock { number throws(Failure) in
        number = 2
        throw Failure()
      }
    }
    #expect(number.withLock { $0 } == 2)
  }

  @Test func aLockedValueIsFreedWithTheLastCopy() {
    weak var object: Total?
    do {
      let total = Total()
      object = total
      let locked = Locked<[Total]>([total])
      let copy = locked
      #expect(copy.withLock { $0.count } == 1)
    }
    #expect(object == nil)
  }

  private final class Total: Sendable {
    let words = AtomicMemory(count: 1)
  }
}
