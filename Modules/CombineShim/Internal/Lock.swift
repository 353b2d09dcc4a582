#if !canImport(Combine)
import Foundation

/// A mutex at a fixed address.
///
/// Each operator has one plain lock around its state, which is never held while anything foreign is called, and those
/// with several inputs have a recursive one besides, held while they call downstream: a subscriber is never called
/// from two threads at once, yet may send, request and cancel from inside a call.
///
/// It is a `pthread_mutex_t` because the thread sanitizer understands that on every platform.
struct Lock: ~Copyable, @unchecked Sendable {
    // Proof for `@unchecked`: the pointer is owned by this value, is freed in `deinit` only, and is given to nothing
    // but functions that any thread may call.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    init(recursive: Bool = false) {
        mutex = .allocate(capacity: 1)
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        if recursive {
            pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
        }
        pthread_mutex_init(mutex, &attributes)
        pthread_mutexattr_destroy(&attributes)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    borrowing func lock() {
        pthread_mutex_lock(mutex)
    }

    borrowing func unlock() {
        pthread_mutex_unlock(mutex)
    }

    @inline(__always)
    borrowing func withLock<Result>(_ body: () -> Result) -> Result {
        lock()
        defer { unlock() }
        return body()
    }
}
#endif
