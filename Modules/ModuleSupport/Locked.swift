#if TSAN
#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The thread-sanitizer twin of ``Locked``, with the same interface over a `pthread_mutex_t`.
///
/// The slow path of `Mutex` lies in the uninstrumented runtime on Linux, where the sanitizer reports races that are
/// none.
@usableFromInline
package struct Locked<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    // Proof for `@unchecked`: both pointers are owned by this value, are freed in `deinit` only, and the storage is
    // touched by nothing but `withLock`, which holds the mutex; the value came in by `sending`.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let storage: UnsafeMutablePointer<Value>

    /// Guards `value`.
    @usableFromInline
    package init(_ value: consuming sending Value) {
        mutex = .allocate(capacity: 1)
        storage = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        storage.initialize(to: value)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        storage.deinitialize(count: 1)
        storage.deallocate()
        mutex.deallocate()
    }

    /// Runs `body` with exclusive access to the value.
    @usableFromInline
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&storage.pointee)
    }
}
#else
public import Synchronization

/// A value behind a lock: the one way in which Harmony guards shared mutable state outside actors.
///
/// No user code runs inside `withLock`: no callback, no `==` of unknown cost, no release of a foreign object. The lock
/// is not recursive.
@frozen
@usableFromInline
package struct Locked<Value: ~Copyable>: ~Copyable, Sendable {
    @usableFromInline
    let mutex: Mutex<Value>

    /// Guards `value`.
    @inlinable
    package init(_ value: consuming sending Value) {
        mutex = Mutex(value)
    }

    /// Runs `body` with exclusive access to the value.
    @inlinable
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock(body)
    }
}
#endif
