public import Foundation

extension Process {
    /// `run()`, so that the program can be ended by a signal. A program begins with the signal mask of the thread that
    /// starts it, and the threads that tests run on block most signals.
    public func start() throws {
        var (none, before) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try run()
    }
}
