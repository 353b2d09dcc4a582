#if !canImport(Combine)
/// An object that says when it is about to change: by default, whenever one of its `@Published` properties does,
/// those of its superclasses included.
public protocol ObservableObject: AnyObject {
    /// The type of the publisher.
    associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
    where ObjectWillChangePublisher.Failure == Never

    /// Sends before the object changes.
    var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    /// One publisher for all `@Published` properties; it is installed in them when it is first asked for. An object
    /// without such properties gets a new one each time.
    ///
    /// The properties are found by reflection, so an object with a mirror of its own must declare its own
    /// `objectWillChange`.
    public var objectWillChange: ObservableObjectPublisher {
        var properties: [any PublishedProperty] = []
        var mirror: Mirror? = Mirror(reflecting: self)
        while let current = mirror {
            properties += current.children.compactMap { $0.value as? any PublishedProperty }
            mirror = current.superclassMirror
        }
        return installation.withLock {
            let publisher = properties.lazy.compactMap(\.objectWillChange).first ?? ObservableObjectPublisher()
            for property in properties where property.objectWillChange == nil {
                property.objectWillChange = publisher
            }
            return publisher
        }
    }
}

/// Two threads that ask an object for its publisher get the same one.
private let installation = Lock()

/// The publisher of the changes of an observable object.
///
/// It sends to each subscriber that has asked for anything, however much that was.
public final class ObservableObjectPublisher: Publisher {
    /// That something will change, not what.
    public typealias Output = Void
    /// It cannot fail.
    public typealias Failure = Never

    private let lock = Lock()
    private var conduits = ConduitList<Void, Never>()

    /// Creates a publisher.
    public init() {}

    /// Attaches `subscriber`.
    public func receive<S>(subscriber: S) where S: Subscriber, S.Input == Void, S.Failure == Never {
        let conduit = ChangeConduit(publisher: self, downstream: subscriber)
        lock.withLock { conduits.insert(conduit) }
        subscriber.receive(subscription: conduit)
    }

    /// Tells all subscribers.
    public func send() {
        lock.withLock { conduits }.offer(())
    }

    fileprivate func remove(_ conduit: Conduit<Void, Never>) {
        lock.withLock { conduits.remove(conduit) }
    }
}

private final class ChangeConduit<Downstream: Subscriber>: Conduit<Void, Never>, Subscription, Described
where Downstream.Input == Void, Downstream.Failure == Never {
    private enum State {
        case idle
        case active
        case over
    }

    private let lock = Lock()
    private let downstreamLock = Lock(recursive: true)
    /// Not kept alive: an object that goes away ends its changes.
    private weak var publisher: ObservableObjectPublisher?
    private let downstream: Downstream
    private var state = State.idle

    init(publisher: ObservableObjectPublisher, downstream: Downstream) {
        self.publisher = publisher
        self.downstream = downstream
    }

    var description: String { "ObservableObjectPublisher" }
    var mirrorChildren: [Mirror.Child] { [("downstream", downstream)] }

    override func offer(_ output: Void) {
        downstreamLock.lock()
        defer { downstreamLock.unlock() }
        guard lock.withLock({ state }) == .active else { return }
        _ = downstream.receive()
    }

    func request(_ demand: Subscribers.Demand) {
        lock.withLock {
            if state == .idle { state = .active }
        }
    }

    func cancel() {
        lock.withLock { state = .over }
        publisher?.remove(self)
    }
}
#endif
