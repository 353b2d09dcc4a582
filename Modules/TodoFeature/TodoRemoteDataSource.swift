public import NetworkTransfer

/// Where the todos come from. Implementations are safe to use from any thread.
public protocol TodoRemoteDataSource: Sendable {
    /// All todos of the account, in the server's order.
    func todos() async throws(TodoError) -> [Todo]

    /// Sets whether a todo is done, and gives it as the server has it now. Throws ``TodoError/notFound(id:)`` when the
    /// server does not know it.
    func setDone(_ isDone: Bool, id: String) async throws(TodoError) -> Todo
}

/// The todos on the server. Each call is one request.
public struct APITodoRemoteDataSource: TodoRemoteDataSource {
    private let service: any NetworkTransferService

    /// A source over a transfer service.
    public init(service: any NetworkTransferService) {
        self.service = service
    }

    /// Sends `todos.list`.
    public func todos() async throws(TodoError) -> [Todo] {
        do throws(NetworkTransferError) {
            return try await service.fetchCodable(TodoListDTO.self, TodoRouter.list).todos.map { $0.toDomain() }
        } catch {
            throw TodoError(error)
        }
    }

    /// Sends `todos.update`.
    public func setDone(_ isDone: Bool, id: String) async throws(TodoError) -> Todo {
        do throws(NetworkTransferError) {
            return try await service.fetchCodable(TodoDTO.self, TodoRouter.update(id: id, isDone: isDone)).toDomain()
        } catch {
            throw TodoError(error, todoID: id)
        }
    }
}
