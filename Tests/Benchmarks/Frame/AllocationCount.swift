import Foundation

/// Calls of `malloc` in this process so far, when `Scripts/bench` could preload the library that counts them.
enum AllocationCount {
    private static let function = dlsym(nil, "harmony_allocation_count").map {
        // The library, which is built from Scripts/count-allocations.c, says that this is its type.
        unsafeBitCast($0, to: (@convention(c) () -> UInt).self)
    }

    /// How often `body` allocates, on all threads; `nil` when nothing counts.
    static func during(_ body: () -> Void) -> UInt? {
        guard let function else { return nil }
        let before = function()
        body()
        return function() - before
    }
}
