import CombineShim
import Testing

/// Operators on publishers whose values are there already give the simplest publisher of their result.
@Suite("Eager operators")
struct EagerTests {
    private struct Wrong: Error, Equatable {}

    @Test("Just stays Just where its value stays one")
    func justStaysJust() throws {
        let two = Just(2)
        #expect(two.map { $0 * 2 } == Just(4))
        #expect(two.collect() == Just([2]))
        #expect(two.count() == Just(1))
        #expect(two.min() == two && two.max() == two && two.min(by: >) == two && two.max(by: >) == two)
        #expect(two.first() == two && two.last() == two && two.removeDuplicates() == two)
        #expect(two.removeDuplicates(by: ==) == two)
        #expect(two.retry(3) == two && two.replaceEmpty(with: 1) == two && two.replaceError(with: 1) == two)
        #expect(two.contains(2) == Just(true) && two.contains { $0 > 2 } == Just(false))
        #expect(two.allSatisfy { $0 == 2 } == Just(true))
    }

    @Test("Just becomes Optional where its value may go")
    func justBecomesOptional() {
        let two = Just(2)
        #expect(two.filter { $0 > 2 } == Optional.Publisher(nil))
        #expect(two.filter { $0 > 1 } == 2.publisherOfOptional)
        #expect(two.compactMap { $0 > 1 ? "two" : nil } == "two".publisherOfOptional)
        #expect(two.first { $0 > 2 } == Optional.Publisher(nil) && two.last { $0 > 1 } == 2.publisherOfOptional)
        #expect(two.dropFirst() == Optional.Publisher(nil) && two.dropFirst(0) == 2.publisherOfOptional)
        #expect(two.drop { $0 > 1 } == Optional.Publisher(nil) && two.drop { $0 > 2 } == 2.publisherOfOptional)
        #expect(two.prefix(0) == Optional.Publisher(nil) && two.prefix(1) == 2.publisherOfOptional)
        #expect(two.prefix { $0 > 2 } == Optional.Publisher(nil))
        #expect(two.output(at: 0) == 2.publisherOfOptional && two.output(at: 1) == Optional.Publisher(nil))
        #expect(two.output(in: 0...) == 2.publisherOfOptional && two.output(in: 1..<3) == Optional.Publisher(nil))
        #expect(two.ignoreOutput() == Empty<Int, Never>())
    }

    @Test("Just becomes Result where it may fail")
    func justBecomesResult() throws {
        let two = Just(2)
        #expect(two.setFailureType(to: Wrong.self) == Result<Int, Wrong>.Publisher(2))
        #expect(two.mapError { (never: Never) -> Wrong in } == Result<Int, Wrong>.Publisher(2))
        #expect(two.scan(1) { $0 + $1 } == Result<Int, Never>.Publisher(3))
        #expect(two.reduce(1) { $0 + $1 } == Result<Int, Never>.Publisher(3))
        #expect(try two.tryMap { $0 + 1 }.result.get() == 3)
        #expect(try two.tryScan(1) { $0 + $1 }.result.get() == 3)
        #expect(try two.tryReduce(1) { $0 + $1 }.result.get() == 3)
        #expect(try two.tryAllSatisfy { $0 == 2 }.result.get())
        #expect(try two.tryContains { $0 == 2 }.result.get())
        #expect(try two.tryRemoveDuplicates(by: ==).result.get() == 2)
        #expect(throws: Wrong.self) { try two.tryMap { _ -> Int in throw Wrong() }.result.get() }
        #expect(throws: Wrong.self) { try two.tryRemoveDuplicates { _, _ in throw Wrong() }.result.get() }
    }

    @Test("Just becomes a sequence with values before or after")
    func justBecomesSequence() {
        #expect(Just(2).prepend(0, 1) == [0, 1, 2].publisher)
        #expect(Just(2).append(3, 4) == [2, 3, 4].publisher)
        #expect(Just(2).append(3...4).prepend(Set([1])) == [1, 2, 3, 4].publisher)
    }

    @Test("Optional keeps what is there")
    func optional() {
        let none = Optional<Int>.Publisher(nil)
        let two = Optional<Int>.Publisher(2)
        #expect(two.map { $0 * 2 } == Optional.Publisher(4) && none.map { $0 * 2 } == none)
        #expect(two.compactMap { $0 > 2 ? $0 : nil } == none && two.filter { $0 > 1 } == two)
        #expect(two.scan(1, +) == Optional.Publisher(3) && none.reduce(1, +) == none)
        #expect(two.collect() == Optional.Publisher([2]) && none.collect() == Optional.Publisher([]))
        #expect(two.count() == Optional.Publisher(1) && none.count() == none)
        #expect(two.replaceEmpty(with: 1) == Just(2) && none.replaceEmpty(with: 1) == Just(1))
        #expect(two.replaceError(with: 1) == two && two.retry(1) == two && two.ignoreOutput() == Empty<Int, Never>())
        #expect(two.first() == two && two.last() == two && two.first { $0 > 2 } == none && two.last { $0 > 1 } == two)
        #expect(two.min() == two && two.max() == two && two.min(by: <) == two && two.max(by: <) == two)
        #expect(two.dropFirst() == none && two.dropFirst(0) == two && two.drop { $0 > 1 } == none)
        #expect(two.prefix(0) == none && two.prefix(1) == two && two.prefix { $0 > 2 } == none)
        #expect(two.output(at: 0) == two && two.output(at: 1) == none)
        #expect(two.output(in: 0..<1) == two && two.output(in: 0..<0) == none && two.output(in: 1...2) == none)
        #expect(two.contains(2) == Optional.Publisher(true) && none.contains(2) == Optional.Publisher(nil))
        #expect(two.contains { $0 > 2 } == Optional.Publisher(false))
        #expect(two.allSatisfy { $0 > 2 } == Optional.Publisher(false))
        #expect(two.removeDuplicates() == two && two.removeDuplicates(by: ==) == two)
    }

    @Test("Result keeps its value or its error")
    func result() throws {
        let two = Result<Int, Wrong>.Publisher(2)
        let wrong = Result<Int, Wrong>.Publisher(Wrong())
        #expect(two.map { $0 * 2 } == Result.Publisher(4) && wrong.map { $0 * 2 } == wrong)
        #expect(two.scan(1, +) == Result.Publisher(3) && wrong.reduce(1, +) == wrong)
        #expect(two.collect() == Result.Publisher([2]) && two.count() == Result.Publisher(1))
        #expect(two.first() == two && two.last() == two && two.min() == two && two.max() == two)
        #expect(two.min(by: <) == two && two.max(by: <) == two && two.retry(1) == two)
        #expect(two.replaceEmpty(with: 1) == two && two.ignoreOutput() == Empty<Int, Wrong>())
        #expect(two.replaceError(with: 1) == Result<Int, Never>.Publisher(2))
        #expect(wrong.replaceError(with: 1) == Result<Int, Never>.Publisher(1))
        #expect(two.contains(2) == Result.Publisher(true) && two.contains { $0 > 2 } == Result.Publisher(false))
        #expect(two.allSatisfy { $0 > 2 } == Result.Publisher(false))
        #expect(two.removeDuplicates() == two && two.removeDuplicates(by: ==) == two)
        #expect(Result<Int, Never>.Publisher(2).setFailureType(to: Wrong.self) == two)
        #expect(throws: Wrong.self) { try wrong.tryMap { $0 }.result.get() }
        #expect(try two.tryMap { $0 + 1 }.tryScan(1, +).tryReduce(1, +).result.get() == 5)
        #expect(try two.tryMin(by: <).tryMax(by: <).tryRemoveDuplicates(by: ==).result.get() == 2)
        #expect(throws: Wrong.self) { try two.tryMin { _, _ in throw Wrong() }.result.get() }
        #expect(try two.tryAllSatisfy { $0 == 2 }.result.get())
        #expect(try two.tryContains { $0 == 2 }.result.get())
        #expect(throws: CancellationError.self) { try wrong.mapError { _ in CancellationError() }.result.get() }
    }

    @Test("A sequence stays one where its elements stay several")
    func sequenceStaysSequence() {
        let numbers = [1, 2, 2, 3].publisher
        #expect(numbers.map { $0 * 2 } == [2, 4, 4, 6].publisher)
        #expect(numbers.compactMap { $0 > 1 ? $0 : nil } == [2, 2, 3].publisher)
        #expect(numbers.filter { $0 > 2 } == [3].publisher && numbers.removeDuplicates() == [1, 2, 3].publisher)
        #expect(numbers.scan(0, +) == [1, 3, 5, 8].publisher)
        #expect([1, nil].publisher.replaceNil(with: 0) == [1, 0].publisher)
        #expect([nil, 1, nil, nil].publisher.removeDuplicates() == [nil, 1, nil].publisher)
        #expect(Array(numbers.dropFirst().sequence) == [2, 2, 3] && Array(numbers.prefix(2).sequence) == [1, 2])
        #expect(Array(numbers.drop { $0 < 2 }.sequence) == [2, 2, 3] && numbers.prefix { $0 < 2 } == [1].publisher)
        #expect(numbers.output(in: 1..<3) == [2, 2].publisher)
        #expect(numbers.prepend(0).append(4, 5) == [0, 1, 2, 2, 3, 4, 5].publisher)
        #expect([1].publisher.prepend([0].publisher).append([2].publisher) == [0, 1, 2].publisher)
        #expect(numbers.setFailureType(to: Wrong.self) == Publishers.Sequence<[Int], Wrong>(sequence: [1, 2, 2, 3]))
    }

    @Test("A sequence becomes one value where its elements give one")
    func sequenceBecomesValue() throws {
        let numbers = [1, 2, 3].publisher
        #expect(numbers.count() == Just(3) && numbers.setFailureType(to: Wrong.self).count() == Result.Publisher(3))
        #expect(Set([1, 2]).publisher.count() == Result<Int, Never>.Publisher(2))
        #expect(numbers.first() == Optional.Publisher(1) && numbers.last() == Optional.Publisher(3))
        #expect(numbers.first { $0 > 1 } == Optional.Publisher(2) && numbers.last { $0 < 3 } == Optional.Publisher(2))
        #expect(numbers.min() == Optional.Publisher(1) && numbers.max() == Optional.Publisher(3))
        #expect(numbers.min(by: >) == Optional.Publisher(3) && numbers.max(by: >) == Optional.Publisher(1))
        #expect(numbers.output(at: 1) == Optional.Publisher(2) && numbers.output(at: 3) == Optional.Publisher(nil))
        #expect(numbers.collect() == Result<[Int], Never>.Publisher([1, 2, 3]))
        #expect(numbers.reduce(0, +) == Result<Int, Never>.Publisher(6))
        #expect(numbers.contains(2) == Result<Bool, Never>.Publisher(true))
        #expect(numbers.contains { $0 > 3 } == Result<Bool, Never>.Publisher(false))
        #expect(numbers.allSatisfy { $0 > 0 } == Result<Bool, Never>.Publisher(true))
        #expect(numbers.ignoreOutput() == Empty<Int, Never>())
        #expect(try numbers.tryReduce(0, +).result.get() == 6)
        #expect(throws: Wrong.self) { try numbers.tryAllSatisfy { _ in throw Wrong() }.result.get() }
        #expect(throws: Wrong.self) { try numbers.tryContains { _ in throw Wrong() }.result.get() }
    }
}

extension Equatable {
    fileprivate var publisherOfOptional: Optional<Self>.Publisher {
        Optional(self).publisher
    }
}
