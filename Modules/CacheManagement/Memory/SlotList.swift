/// An element of an array that can be in one of several doubly linked lists over that array.
protocol Linked {
    /// The neighbour nearer to the front, or -1.
    var previous: Int32 { get set }
    /// The neighbour nearer to the back, or -1; in a free element, the next free one.
    var next: Int32 { get set }
}

/// A doubly linked list whose links lie in the elements of an array.
@usableFromInline
struct SlotList: Sendable {
    private(set) var front: Int32 = -1
    private(set) var back: Int32 = -1
    @usableFromInline private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// The last slot, which entered first unless it was moved.
    var last: Int? { back < 0 ? nil : Int(back) }

    mutating func pushFront<Element: Linked>(_ slot: Int, in elements: inout [Element]) {
        elements[slot].previous = -1
        elements[slot].next = front
        if front >= 0 { elements[Int(front)].previous = Int32(slot) } else { back = Int32(slot) }
        front = Int32(slot)
        count += 1
    }

    mutating func remove<Element: Linked>(_ slot: Int, from elements: inout [Element]) {
        let (previous, next) = (elements[slot].previous, elements[slot].next)
        if previous >= 0 { elements[Int(previous)].next = next } else { front = next }
        if next >= 0 { elements[Int(next)].previous = previous } else { back = previous }
        count -= 1
    }
}
