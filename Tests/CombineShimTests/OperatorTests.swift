import CombineShim
import Foundation
import Testing

@Suite("What the operators deliver")
struct OperatorTests {
    private let numbers = (1...5).publisher.eraseToAnyPublisher()

    /// All that a publisher delivers to a subscriber that asks for everything.
    private func all<P: Publisher>(_ publisher: P) -> [String] {
        let probe = Probe<P.Output, P.Failure>()
        publisher.subscribe(probe)
        return probe.received
    }

    @Test("values are transformed and chosen")
    func transforming() {
        #expect(all(numbers.map { $0 * 2 }) == ["2", "4", "6", "8", "10", "finished"])
        #expect(all(numbers.map(\.description.count)) == ["1", "1", "1", "1", "1", "finished"])
        #expect(all(Just("ab").eraseToAnyPublisher().map(\.count, \.isEmpty)) == ["(2, false)", "finished"])
        #expect(
            all(Just("ab").eraseToAnyPublisher().map(\.count, \.isEmpty, \.first)) == [
                "(2, false, Optional(\"a\"))", "finished",
            ])
        #expect(all([1, nil].publisher.eraseToAnyPublisher().replaceNil(with: 0)) == ["1", "0", "finished"])
        #expect(all(numbers.scan(0) { $0 + $1 }) == ["1", "3", "6", "10", "15", "finished"])
        #expect(all(numbers.prefix(2)) == ["1", "2", "finished"])
        #expect(all(numbers.output(in: 1...2)) == ["2", "3", "finished"])
        #expect(all(numbers.output(at: 9)) == ["finished"])
        #expect(all(numbers.prefix { $0 < 3 }) == ["1", "2", "finished"])
        #expect(all(numbers.drop { $0 < 4 }) == ["4", "5", "finished"])
        #expect(all(numbers.first { $0 > 2 }) == ["3", "finished"])
        #expect(all(numbers.last()) == ["5", "finished"])
        #expect(all(numbers.last { $0 < 3 }) == ["2", "finished"])
        #expect(all(numbers.ignoreOutput()) == ["finished"])
    }

    @Test("streams are reduced to one value")
    func reducing() {
        #expect(all(numbers.collect()) == ["[1, 2, 3, 4, 5]", "finished"])
        #expect(all(numbers.collect(2)) == ["[1, 2]", "[3, 4]", "[5]", "finished"])
        #expect(all(numbers.reduce(0) { $0 + $1 }) == ["15", "finished"])
        #expect(all(numbers.count()) == ["5", "finished"])
        #expect(all(numbers.min()) == ["1", "finished"])
        #expect(all(numbers.max { $0 % 4 < $1 % 4 }) == ["3", "finished"])
        #expect(all(numbers.contains(3)) == ["true", "finished"])
        #expect(all(numbers.contains { $0 > 5 }) == ["false", "finished"])
        #expect(all(numbers.allSatisfy { $0 < 3 }) == ["false", "finished"])
        #expect(all(Empty<Int, Never>().count()) == ["0", "finished"])
        #expect(all(Empty<Int, Never>().min()) == ["finished"])
        #expect(all(Empty<Int, Never>().reduce(7) { $0 + $1 }) == ["7", "finished"])
    }

    @Test("a result waits until it is asked for")
    func resultsWait() {
        let probe = Probe<[Int], Never>(.none)
        numbers.collect().subscribe(probe)
        #expect(probe.received == [])
        probe.request(.max(1))
        #expect(probe.received == ["[1, 2, 3, 4, 5]", "finished"])
    }

    @Test("errors are changed, replaced, caught and retried")
    func errors() {
        let failing = numbers.tryMap { value throws -> Int in
            if value == 3 { throw Failed("three") }
            return value
        }
        #expect(all(failing) == ["1", "2", "failure three"])
        #expect(all(failing.mapError { Failed("not \($0)") }) == ["1", "2", "failure not three"])
        #expect(all(failing.replaceError(with: 0)) == ["1", "2", "0", "finished"])
        #expect(all(failing.catch { _ in Just(9) }) == ["1", "2", "9", "finished"])
        #expect(
            all(failing.tryCatch { throw Failed("again \($0)") as any Error } as Publishers.TryCatch<_, Just<Int>>)
                == ["1", "2", "failure again three"])
        #expect(all(failing.retry(1)) == ["1", "2", "1", "2", "failure three"])
        #expect(all(Empty<Int, Never>().replaceEmpty(with: 4)) == ["4", "finished"])
        #expect(all(numbers.setFailureType(to: Failed.self).replaceEmpty(with: 4)).count == 6)
        #expect(all(Empty<Int, Failed>().replaceError(with: 1)) == ["finished"])
    }

    @Test("a value for an error waits until it is asked for")
    func replacementWaits() {
        let probe = Probe<Int, Never>(.none)
        Fail<Int, Failed>(error: Failed()).replaceError(with: 1).subscribe(probe)
        #expect(probe.events == ["subscription ReplaceError"])
        probe.request(.max(1))
        #expect(probe.received == ["1", "finished"])
    }

    @Test("retry subscribes again as often as it may, with the unmet demand")
    func retrying() {
        var attempts = 0
        let flaky = Deferred { () -> AnyPublisher<Int, Failed> in
            attempts += 1
            return attempts < 4
                ? Fail(error: Failed()).eraseToAnyPublisher()
                : Just(attempts).setFailureType(to: Failed.self).eraseToAnyPublisher()
        }
        #expect(all(flaky.retry(3)) == ["4", "finished"])

        let source = Source<Int, Failed>()
        let probe = Probe<Int, Failed>(.max(3))
        source.retry(1).subscribe(probe)
        source.send(1)
        source.send(completion: .failure(Failed()))
        #expect(source.subscriptions == 2)
        #expect(source.log.calls == ["request max(3)", "request max(2)"])
        source.send(completion: .failure(Failed("last")))
        #expect(probe.received == ["1", "failure last"])
    }

    @Test("JSON is decoded and encoded; an error ends the stream")
    func coding() {
        let json = [Data("[1]".utf8), Data("x".utf8), Data("[2]".utf8)].publisher
        let decoded = all(json.decode(type: [Int].self, decoder: JSONDecoder()))
        #expect(decoded.first == "[1]")
        #expect(decoded.count == 2 && decoded[1].hasPrefix("failure"))
        let texts = [[1], [2]].publisher.encode(encoder: JSONEncoder()).map { String(decoding: $0, as: UTF8.self) }
        #expect(all(texts) == ["[1]", "[2]", "finished"])
    }

    @Test("merge of up to eight, and of many")
    func merging() {
        let one = Just(1)
        let expected = [String](repeating: "1", count: 8) + ["finished"]
        #expect(all(one.merge(with: one, one, one, one, one, one, one)) == expected)
        #expect(all(one.merge(with: numbers.prefix(1), one).merge(with: one, one, one, one, one)) == expected)
        #expect(all(Publishers.MergeMany((0..<8).map { _ in one })) == expected)
        #expect(all(Publishers.MergeMany([Just<Int>]())) == ["finished"])
    }

    @Test("combineLatest and zip of two to four")
    func combining() {
        let subject = CurrentValueSubject<Int, Never>(1)
        let probe = Probe<String, Never>()
        subject.combineLatest(subject, subject, subject) { "\($0)\($1)\($2)\($3)" }.subscribe(probe)
        subject.send(2)
        #expect(probe.received == ["1111", "2111", "2211", "2221", "2222"])
        #expect(all(numbers.zip(numbers.map { -$0 }).prefix(2)) == ["(1, -1)", "(2, -2)", "finished"])
        #expect(all(Just(1).zip(Just(2), Just(3))) == ["(1, 2, 3)", "finished"])
        #expect(all(Just(1).zip(Just(2), Just(3), Just(4))) == ["(1, 2, 3, 4)", "finished"])
        #expect(all(Empty<Int, Never>().zip(Just(1))) == ["finished"])
        #expect(
            all(Just(1).combineLatest(Fail<Int, Failed>(error: Failed()).replaceError(with: 2))) == [
                "(1, 2)", "finished",
            ])
    }

    @Test("delay, timeout and throttle keep time")
    func time() {
        let scheduler = VirtualScheduler()
        let subject = PassthroughSubject<Int, Failed>()
        let (delayed, limited) = (Probe<Int, Failed>(), Probe<Int, Failed>())
        let (latest, earliest) = (Probe<Int, Failed>(), Probe<Int, Failed>())
        subject.delay(for: .seconds(2), scheduler: scheduler).subscribe(delayed)
        subject.timeout(.seconds(3), scheduler: scheduler, customError: { Failed("late") }).subscribe(limited)
        subject.throttle(for: .seconds(1), scheduler: scheduler, latest: true).subscribe(latest)
        subject.throttle(for: .seconds(1), scheduler: scheduler, latest: false).subscribe(earliest)
        subject.send(1)
        scheduler.advance()
        subject.send(2)
        subject.send(3)
        scheduler.advance(by: .seconds(1))
        #expect(latest.received == ["1", "3"])
        #expect(earliest.received == ["1", "2"])
        #expect(delayed.received == [])
        scheduler.advance(by: .seconds(1))
        #expect(delayed.received == ["1", "2", "3"])
        #expect(limited.received == ["1", "2", "3"])
        scheduler.advance(by: .seconds(1))
        #expect(limited.received == ["1", "2", "3", "failure late"])
    }

    @Test("a buffer keeps what fits, and does with the rest what it was told")
    func buffering() {
        func check(_ strategy: Publishers.BufferingStrategy<Failed>) -> [String] {
            let subject = PassthroughSubject<Int, Failed>()
            let probe = Probe<Int, Failed>(.none)
            subject.buffer(size: 2, prefetch: .byRequest, whenFull: strategy).subscribe(probe)
            (1...3).forEach(subject.send)
            probe.request(.max(1))
            subject.send(completion: .finished)
            probe.request(.max(5))
            return probe.received
        }
        #expect(check(.dropNewest) == ["1", "2", "finished"])
        #expect(check(.dropOldest) == ["2", "3", "finished"])
        #expect(check(.customError { Failed("full") }).last == "failure full")

        let source = Source<Int, Never>()
        let probe = Probe<Int, Never>(.none)
        source.buffer(size: 3, prefetch: .keepFull, whenFull: .dropNewest).subscribe(probe)
        source.send(1)
        probe.request(.max(1))
        #expect(source.log.calls == ["request max(3)", "request max(1)"])
    }

    @Test("print says what passes")
    func printing() {
        final class Lines: TextOutputStream {
            var text = ""
            func write(_ string: String) { text += string }
        }
        let lines = Lines()
        let probe = Probe<Int, Never>(.max(2))
        [7].publisher.print("p", to: lines).subscribe(probe)
        #expect(
            lines.text == """
                p: receive subscription: ([7])
                p: request max: (2)
                p: receive value: (7)
                p: request max: (0) (synchronous)
                p: receive finished

                """)
    }

    @Test("a recording is played, and survives encoding")
    func recording() throws {
        let record = Record<Int, Failed> { recording in
            recording.receive(1)
            recording.receive(completion: .failure(Failed("end")))
        }
        #expect(all(record) == ["1", "failure end"])
        let finished = Record<Int, CodableFailure>(output: [1, 2], completion: .failure(CodableFailure(code: 5)))
        let data = try JSONEncoder().encode(finished)
        let copy = try JSONDecoder().decode(Record<Int, CodableFailure>.self, from: data)
        #expect(copy.recording.output == [1, 2])
        #expect(copy.recording.completion == .failure(CodableFailure(code: 5)))
    }

    private struct CodableFailure: Error, Codable, Equatable {
        var code: Int
    }

    @Test("demand and completion are encoded as Combine encodes them")
    func encoding() throws {
        func json(_ value: some Encodable) throws -> String {
            String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
        }
        #expect(try json([Subscribers.Demand.max(3)]) == "[3]")
        #expect(try json(Subscribers.Completion<CodableFailure>.finished) == #"{"success":true}"#)
    }

    @Test("subscriptions are called by the name of their operator")
    func descriptions() {
        func name<P: Publisher>(_ publisher: P) -> String {
            let probe = Probe<P.Output, P.Failure>(.none)
            publisher.subscribe(probe)
            return probe.events.first ?? ""
        }
        let subject = PassthroughSubject<Int, Failed>()
        #expect(name(subject.map { $0 }) == "subscription PassthroughSubject")
        #expect(name(subject.tryMap { $0 }) == "subscription TryMap")
        #expect(name(subject.filter { _ in true }) == "subscription PassthroughSubject")
        #expect(name(subject.compactMap { $0 }) == "subscription PassthroughSubject")
        #expect(name(subject.removeDuplicates()) == "subscription RemoveDuplicates")
        #expect(name(subject.flatMap { Just($0) }) == "subscription FlatMap")
        #expect(name(subject.catch { _ in Just(1) }) == "subscription Catch")
        #expect(name(subject.prepend(subject)) == "subscription Concatenate")
        #expect(name(subject.prefix(1)) == "subscription Output")
        #expect(name(subject.dropFirst()) == "subscription Drop")
        #expect(name(subject.first()) == "subscription First")
        #expect(name(subject.collect(2)) == "subscription CollectByCount")
        #expect(name(subject.zip(subject)) == "subscription Zip")
        #expect(name(subject.combineLatest(subject)) == "subscription CombineLatest")
        #expect(name(subject.merge(with: subject)) == "subscription Merge")
        #expect(name(subject.share()) == "subscription Multicast")
        #expect(name(subject.handleEvents()) == "subscription HandleEvents")
        #expect(name(Just(1)) == "subscription Just")
        #expect(name(Result<Int, Never>.success(1).publisher) == "subscription Once")
        #expect(name([1, 2].publisher) == "subscription [1, 2]")
    }
}
