import CombineShim
import Testing

@Suite("Async sequences and Future.value")
struct AsyncTests {
    @Test("for await sees all elements of a sequence and its end")
    func elements() async {
        var seen: [Int] = []
        for await value in [1, 2, 3].publisher.values {
            seen.append(value)
        }
        #expect(seen == [1, 2, 3])
    }

    @Test("for try await throws the error, once")
    func failure() async {
        let publisher = [1, 2].publisher.setFailureType(to: Failed.self).append(Fail(error: Failed("end")))
        var seen: [Int] = []
        var iterator = publisher.values.makeAsyncIterator()
        var thrown: (any Error)?
        do {
            while let value = try await iterator.next() {
                seen.append(value)
            }
        } catch {
            thrown = error
        }
        #expect(thrown as? Failed == Failed("end"))
        #expect(seen == [1, 2])
        #expect((try? await iterator.next()) == .some(.none))
    }

    @Test("cancelling the task ends the loop and cancels the subscription")
    func cancellation() async {
        let source = Source<Int, Never>()
        let (requests, continuation) = AsyncStream.makeStream(of: Void.self)
        source.log.onRequest = { _ in continuation.yield() }
        nonisolated(unsafe) let unsafeSource = source
        let task = Task {
            for await _ in unsafeSource.values {}
            return true
        }
        for await _ in requests { break }
        task.cancel()
        #expect(await task.value)
        #expect(source.log.calls == ["request max(1)", "cancel"])
    }

    @Test("leaving the loop cancels the subscription")
    func breaking() async {
        let source = Source<Int, Never>()
        source.log.onRequest = { _ in source.send(1) }
        do {
            for await _ in source.values { break }
        }
        #expect(source.log.calls == ["request max(1)", "cancel"])
    }

    @Test("Future.value waits for the promise")
    @concurrent
    func future() async throws {
        let value = await Future<Int, Never> { promise in
            nonisolated(unsafe) let promise = promise
            Task { promise(.success(3)) }
        }.value
        #expect(value == 3)
        let failing = Future<Int, Failed> { $0(.failure(Failed("no"))) }
        await #expect(throws: Failed("no")) { try await failing.value }
    }
}
