import AppComposition
import CacheManagement
import Foundation
import ProfileFeature
import TodoFeature

extension CommandRunner {
    func listTodos() async throws {
        struct Output: Encodable {
            let id: String
            let title: String
            let isDone: Bool
            let dueAt: Date?
        }
        let useCase = try makeApp().todos.useCase
        let todos = useCase.todos(.all, among: try await useCase.todos(.cacheFirst).value)
        var table = TextTable([("done", .left), ("id", .left), ("title", .left), ("due", .left)])
        for todo in todos {
            table.add(todo.isDone ? "x" : "", todo.id, todo.title, todo.dueAt.map(Self.day) ?? "")
        }
        try output(
            "\(table.text)\n\n\(todos.count { !$0.isDone }) of \(todos.count) open",
            json: todos.map { Output(id: $0.id, title: $0.title, isDone: $0.isDone, dueAt: $0.dueAt) })
    }

    func showProfile() async throws {
        struct Output: Encodable {
            let id: String
            let name: String
            let email: String
            let bio: String?
            let joinedAt: Date
        }
        let profile = try await makeApp().profile.useCase.profile(.cacheFirst).value
        try output(
            """
            \(profile.name) (\(profile.id)), \(profile.email)
            \(profile.bio ?? "no bio")
            joined \(Self.day(profile.joinedAt))
            """,
            json: Output(
                id: profile.id, name: profile.name, email: profile.email, bio: profile.bio,
                joinedAt: profile.joinedAt))
    }

    private static func day(_ date: Date) -> String {
        date.formatted(.iso8601.year().month().day())
    }
}
