import Foundation
import Synchronization

/// Counts the objects that the Swift runtime allocates: it goes through a pointer that tools may replace.
enum AllocationCounter {
    private typealias Allocate = @convention(c) (UnsafeRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

    private static let count = Atomic<Int>(0)

    /// Where the runtime keeps its pointer, and what is there; `nil` where it has none.
    // Proof for `unsafe`: it is constant, and only the benchmark's own thread writes through the pointer.
    nonisolated(unsafe) private static let hook: (slot: UnsafeMutablePointer<Allocate>, original: Allocate)? = {
        guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "_swift_allocObject") else { return nil }
        let slot = symbol.assumingMemoryBound(to: Allocate.self)
        return (slot, slot.pointee)
    }()

    /// How many objects `body` allocates; `nil` where that cannot be counted.
    static func objects(in body: () -> Void) -> Int? {
        guard let hook else { return nil }
        hook.slot.pointee = { metadata, size, alignment in
            count.add(1, ordering: .relaxed)
            return hook.original(metadata, size, alignment)
        }
        defer { hook.slot.pointee = hook.original }
        let before = count.load(ordering: .relaxed)
        body()
        return count.load(ordering: .relaxed) - before
    }
}
