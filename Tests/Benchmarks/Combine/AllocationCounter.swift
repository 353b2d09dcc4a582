import Foundation
import Synchronization

/// Counts the objects that the Swift runtime allocates: it goes through a pointer that tools may replace.
enum AllocationCounter {
    private typealias Allocate = @convention(c) (UnsafeRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

    private static let count = Atomic<Int>(0)

    /// Where the runtime keeps its pointer; `nil` where it has none.
    // Proof for `unsafe`: it is constant, and only the benchmark's own thread writes through it.
    nonisolated(unsafe) private static let slot: UnsafeMutablePointer<Allocate>? =
        dlsym(dlopen(nil, RTLD_NOW), "_swift_allocObject")?.assumingMemoryBound(to: Allocate.self)
    /// What the runtime's own pointer is.
    private static let original: Allocate? = slot?.pointee

    /// How many objects `body` allocates; `nil` where that cannot be counted.
    static func objects(in body: () -> Void) -> Int? {
        guard let slot, let original else { return nil }
        slot.pointee = allocateCounted
        defer { slot.pointee = original }
        let before = count.load(ordering: .relaxed)
        body()
        return count.load(ordering: .relaxed) - before
    }

    private static let allocateCounted: Allocate = { metadata, size, alignment in
        count.add(1, ordering: .relaxed)
        return original?(metadata, size, alignment)
    }
}
