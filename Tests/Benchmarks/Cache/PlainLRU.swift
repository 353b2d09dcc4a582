import Foundation

/// The memory cache of the usual kind, as a baseline: a dictionary of linked nodes behind a lock.
final class PlainLRU<Key: Hashable & Sendable, Value: Sendable>: @unchecked Sendable {
    // Proof for `@unchecked`: everything mutable is touched between lock and unlock only.
    private final class Node {
        let key: Key
        var value: Value
        unowned(unsafe) var previous: Node?
        var next: Node?

        init(key: Key, value: Value) {
            self.key = key
            self.value = value
        }
    }

    private let lock = NSLock()
    private let capacity: Int
    private var nodes: [Key: Node] = [:]
    private var newest: Node?
    private var oldest: Node?

    init(capacity: Int) {
        self.capacity = capacity
    }

    deinit {
        // Else a long chain would be released recursively.
        while let node = newest {
            newest = node.next
            node.next = nil
        }
    }

    func value(for key: Key) -> Value? {
        lock.lock()
        defer { lock.unlock() }
        guard let node = nodes[key] else { return nil }
        unlink(node)
        pushFront(node)
        return node.value
    }

    func set(_ value: Value, for key: Key) {
        lock.lock()
        defer { lock.unlock() }
        if let node = nodes[key] {
            node.value = value
            unlink(node)
            pushFront(node)
            return
        }
        if nodes.count >= capacity, let oldest {
            unlink(oldest)
            nodes[oldest.key] = nil
        }
        let node = Node(key: key, value: value)
        nodes[key] = node
        pushFront(node)
    }

    private func pushFront(_ node: Node) {
        node.previous = nil
        node.next = newest
        newest?.previous = node
        newest = node
        if oldest == nil { oldest = node }
    }

    private func unlink(_ node: Node) {
        let (previous, next) = (node.previous, node.next)
        if let previous { previous.next = next } else { newest = next }
        if let next { next.previous = previous } else { oldest = previous }
        node.next = nil
    }
}
