import Dispatch

/// Runs an actor on a dispatch queue of its own.
///
/// Work with files blocks its thread, for seconds when another process holds a lock. On the shared pool, which has one
/// thread a core, that would hold up every other task of the app.
final class QueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(label: String) {
        queue = DispatchQueue(label: label, qos: .utility)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedSerialExecutor()
        queue.async { job.runSynchronously(on: executor) }
    }
}
