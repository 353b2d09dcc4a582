#if !canImport(Combine)
/// A queue whose operations cost amortized constant time.
struct Fifo<Element> {
    private var elements: [Element?] = []
    private var head = 0

    var count: Int { elements.count - head }
    var isEmpty: Bool { count == 0 }
    var all: [Element] { elements[head...].compactMap(\.self) }
    var first: Element? { isEmpty ? nil : elements[head] }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        let element = elements[head].take()
        head += 1
        if head == elements.count {
            elements.removeAll(keepingCapacity: true)
            head = 0
        } else if head >= 64, head * 2 >= elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }

    /// Moves all elements out.
    mutating func removeAll() -> [Element] {
        let rest = all
        elements = []
        head = 0
        return rest
    }
}
#endif
