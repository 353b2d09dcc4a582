import CacheManagement

extension DefaultTodoRepository {
    /// The todos of the load that is under way, or of a new one. Cancelling the caller ends its own wait at once.
    func refresh(_ store: TodoStoreID) async throws(TodoError) -> [Todo] {
        if Task.isCancelled { throw .cancelled }
        let id = refreshes.current(of: store) ?? startRefresh(store, isBackground: false)
        let waiter = refreshes.nextID()
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { refreshes.join(id, as: waiter, $0) }
        } onCancel: {
            // Runs after the line above, which does not let go of the actor before the waiter is in.
            Task { await self.leave(id, waiter) }
        }.get()
    }

    func refreshInBackground(_ store: TodoStoreID) {
        if refreshes.current(of: store) == nil { _ = startRefresh(store, isBackground: true) }
    }

    /// Resumes those who wait for loads that were dropped, and ends these.
    func end(_ dropped: [TodoRefreshes.Refresh]) {
        for refresh in dropped {
            refresh.task?.cancel()
            for waiter in refresh.waiters.values { waiter.resume(returning: .failure(.cleared)) }
        }
    }

    private func leave(_ id: UInt64, _ waiter: UInt64) {
        let (continuation, unwanted) = refreshes.leave(id, waiter)
        unwanted?.cancel()
        continuation?.resume(returning: .failure(.cancelled))
    }

    private func startRefresh(_ store: TodoStoreID, isBackground: Bool) -> UInt64 {
        let id = refreshes.start(store, isBackground: isBackground)
        refreshes.run(id, in: Task { await self.run(id, store) })
        return id
    }

    private func run(_ id: UInt64, _ store: TodoStoreID) async {
        let ticket = local.beginLoad(in: store)
        let answer: TodoRefreshes.Answer
        do throws(TodoError) {
            answer = await land(id, try await remote.todos(), in: store, ticket)
        } catch {
            answer = .failure(error)
        }
        guard let refresh = refreshes.finish(id) else { return }
        for waiter in refresh.waiters.values { waiter.resume(returning: answer) }
    }

    /// Stores what a load brought, unless it comes too late.
    private func land(
        _ id: UInt64, _ todos: [Todo], in store: TodoStoreID, _ ticket: TodoTicket
    ) async -> TodoRefreshes.Answer {
        guard refreshes.underWay[id] != nil, scope() == store.scope else { return .failure(.cleared) }
        switch local.replace(with: todos, in: store, ticket: ticket) {
        case .cleared:
            return .failure(.cleared)
        case .stored:
            await validity.markValid(store.key)
            // It may have been invalidated on the way, or just now.
            if refreshes.underWay[id]?.isCurrent == false { await validity.invalidate(store.key) }
        case .overlapped, .outdated:
            break
        }
        return .success(local.todos(in: store)?.todos ?? todos)
    }
}
