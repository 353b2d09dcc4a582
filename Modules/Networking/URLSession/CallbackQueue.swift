import Foundation

/// Runs the callbacks of a `URLSession` one after another.
///
/// On Linux each block of an `OperationQueue` costs an operation object, a work item, a dozen locks and a trip through a
/// concurrent queue, and a request has three callbacks. `URLSession` there only ever adds blocks, so they go straight
/// to a serial dispatch queue. Elsewhere this is the operation queue it inherits from.
final class CallbackQueue: OperationQueue, @unchecked Sendable {
    // Proof for `@unchecked`, which the superclass demands: nothing is stored but a dispatch queue, which is Sendable.
    #if canImport(FoundationNetworking)
    private let callbacks = DispatchQueue(label: "harmony.networking.callbacks")

    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        callbacks.async(execute: block)
    }
    #endif

    override init() {
        super.init()
        maxConcurrentOperationCount = 1
    }
}
