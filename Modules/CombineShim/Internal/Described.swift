#if !canImport(Combine)
/// How subscriptions and the subscribers inside operators describe themselves: by the name of their operator.
protocol Described: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
    /// What a mirror shows; nothing unless an operator has state worth looking at.
    var mirrorChildren: [Mirror.Child] { get }
}

extension Described {
    var mirrorChildren: [Mirror.Child] { [] }
    var customMirror: Mirror { Mirror(self, children: mirrorChildren) }
    var playgroundDescription: Any { description }
}

extension Optional {
    /// Moves the value out and leaves `nil`, so that it can be released outside of a lock.
    mutating func take() -> Wrapped? {
        let value = self
        self = nil
        return value
    }
}

extension Array {
    /// Moves the elements out and leaves the array empty.
    mutating func take() -> [Element] {
        let elements = self
        self = []
        return elements
    }
}
#endif
