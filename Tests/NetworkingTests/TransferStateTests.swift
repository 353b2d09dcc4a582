import Foundation
import Networking
import Testing

@Suite("Transfer states")
struct TransferStateTests {
    typealias State = TransferState<String>

    private let request = NetworkRequest(
        operation: "test.state", url: URL(fileURLWithPath: "/"), maximumBodyBytes: 10)
    private var head: NetworkResponse.Head { NetworkResponse.Head(request: request, statusCode: 200) }
    private var cancelled: NetworkError { NetworkError(.cancelled, request: request) }

    private func waits(_ waiter: String, for condition: State.Condition, _ state: inout State) -> Bool {
        state.wait(for: condition, waiter)
    }

    /// Every state that a transfer can be in before it ends, by how it gets there.
    private var openStates: [(name: String, state: State)] {
        var states: [(String, State)] = []
        for state in [State.whole(request), .stream(request, bufferLimit: 10)] {
            var state = state
            states.append(("no head", state))
            _ = state.receive(head: head)
            states.append(("head", state))
            _ = state.receive(data: Data(count: 5))
            states.append(("data", state))
        }
        return states
    }

    @Test(
        "N50: cancelling in any state ends it once, stops the task and wakes the waiter",
        arguments: [State.Condition.head, .chunk, .end])
    func cancelInEveryState(condition: State.Condition) {
        for (name, state) in openStates {
            var state = state
            let isWaiting = state.wait(for: condition, "reader")
            let action = state.stop(cancelled)
            #expect(action.didEnd && action.stopsTask && !action.isLate, "\(name)")
            #expect(action.waiter == (isWaiting ? "reader" : nil), "\(name)")
            #expect(!waits("late", for: condition, &state), "an ended transfer makes nobody wait: \(name)")
        }
    }

    @Test("N50: whatever comes after the end changes nothing")
    func afterTheEnd() {
        let ends: [(inout State) -> State.Action] = [
            { $0.stop(cancelled) }, { $0.complete(.success(())) }, { $0.complete(.failure(cancelled)) },
        ]
        let events: [(inout State) -> State.Action] =
            ends + [{ $0.receive(head: head) }, { $0.receive(data: Data(count: 1)) }]
        for (name, open) in openStates {
            for end in ends {
                var ended = open
                _ = end(&ended)
                let buffer = ended.buffer
                for event in events {
                    let action = event(&ended)
                    #expect(action.isLate && !action.didEnd && !action.stopsTask && action.waiter == nil, "\(name)")
                }
                #expect(ended.buffer == buffer)
            }
        }
    }

    @Test("N50: each waiter wakes at its own event")
    func conditions() {
        var state = State.stream(request, bufferLimit: 10)
        #expect(waits("a", for: .head, &state))
        #expect(state.receive(head: head).waiter == "a")
        #expect(!waits("b", for: .head, &state))
        #expect(waits("c", for: .chunk, &state))
        #expect(state.receive(data: Data(count: 3)).waiter == "c")
        #expect(!waits("d", for: .chunk, &state))
        #expect(state.takeBuffer().count == 3)
        #expect(waits("e", for: .end, &state))
        #expect(state.receive(data: Data(count: 3)).waiter == nil)
        let action = state.complete(.success(()))
        #expect(action.waiter == "e" && action.didEnd && !action.stopsTask)
        #expect(state.takeBuffer().count == 3)
    }

    @Test("N29: the limit counts what lies unread, and going over it ends the transfer with the request's identity")
    func limit() {
        var whole = State.whole(request)
        _ = whole.receive(data: Data(count: 10))
        #expect(whole.receive(data: Data(count: 1)).stopsTask)
        #expect(whole.buffer.isEmpty)
        #expect(throws: NetworkError.self) { try whole.end?.get() }
        var stream = State.stream(request, bufferLimit: 10)
        for _ in 0..<5 {
            #expect(!stream.receive(data: Data(count: 10)).didEnd)
            _ = stream.takeBuffer()
        }
        _ = stream.receive(data: Data(count: 11))
        guard case .failure(let error) = stream.end else {
            Issue.record("the transfer goes on")
            return
        }
        #expect(error.kind == .readerTooSlow(limit: 10))
        #expect(error.requestID == request.id)
    }
}
