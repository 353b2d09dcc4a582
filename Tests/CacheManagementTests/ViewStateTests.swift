import CacheManagement
import Testing

@Suite("View state")
struct ViewStateTests {
    private struct Failure: Error {}

    private func cached(_ value: Int, isStale: Bool = false, error: (any Error)? = nil) -> CachedValue<Int> {
        CachedValue(value, source: .memory, isStale: isStale, error: error)
    }

    @Test("A screen opens with what is cached, or idle")
    func opening() {
        #expect(ViewState(cached(1)).value == 1)
        #expect(ViewState(cached(1, isStale: true)).isStale)
        guard case .idle = ViewState<Int>(nil) else {
            Issue.record("not idle")
            return
        }
    }

    @Test("The first load shows a spinner, later ones show the value")
    func loading() {
        var state = ViewState<Int>.idle
        state.start()
        #expect(state.isLoading)
        state.show(cached(1))
        #expect(!state.isLoading && !state.isRefreshing && state.value == 1)
        state.start()
        #expect(!state.isLoading && state.isRefreshing && state.value == 1)
        state.show(cached(2), isRefreshing: true)
        #expect(state.isRefreshing && state.value == 2)
        state.show(cached(3))
        #expect(!state.isRefreshing && state.value == 3)
    }

    @Test("A failure keeps what was shown; the next load takes the error away and not the value")
    func failing() {
        var state = ViewState<Int>.loading
        state.fail(Failure())
        #expect(state.error is Failure && state.value == nil && !state.isStale)
        state.start()
        #expect(state.isLoading && state.error == nil)
        state.show(cached(1))
        state.fail(Failure())
        #expect(state.error is Failure && state.value == 1 && state.isStale)
        state.start()
        #expect(state.isRefreshing && state.isStale && state.value == 1 && state.error == nil)
    }

    @Test("A value that stands in for a failed load brings the error along, when nothing is loading any longer")
    func standIn() {
        var state = ViewState<Int>.loading
        state.show(cached(1, isStale: true, error: Failure()), isRefreshing: true)
        #expect(state.error == nil && state.isRefreshing && state.isStale)
        state.show(cached(1, isStale: true, error: Failure()))
        #expect(state.error is Failure && state.value == 1 && state.isStale)
    }

    @Test("A load that was cancelled leaves no trace")
    func stopping() {
        var state = ViewState<Int>.loading
        state.stop()
        #expect(!state.isLoading && state.value == nil)
        state = .loaded(1, isStale: true, isRefreshing: true)
        state.stop()
        #expect(!state.isRefreshing && state.isStale && state.value == 1)
        state = .failed(Failure(), previous: 1)
        state.stop()
        #expect(state.error is Failure && state.value == 1)
    }

    @Test("A part of the value is in the same state")
    func mapping() {
        #expect(ViewState<Int>.loading.map(String.init).isLoading)
        let refreshing = ViewState.loaded(1, isStale: true, isRefreshing: true).map(String.init)
        #expect(refreshing.value == "1" && refreshing.isStale && refreshing.isRefreshing)
        let failed = ViewState.failed(Failure(), previous: 1).map(String.init)
        #expect(failed.value == "1" && failed.error is Failure)
        #expect(ViewState<Int>.idle.map(String.init).value == nil)
    }
}
