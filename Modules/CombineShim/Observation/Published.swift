#if !canImport(Combine)
/// A property with a publisher: `$name` sends the current value to each subscriber and then each new one, before the
/// property has it. Equal values are sent too.
///
/// Only for properties of classes.
@propertyWrapper
public struct Published<Value> {
    /// Where the value is. A reference, so that the object's `objectWillChange` can be installed through a mirror.
    private let storage: PublishedSubject<Value>

    /// Starts with `wrappedValue`.
    public init(wrappedValue: Value) {
        storage = PublishedSubject(wrappedValue)
    }

    /// Starts with `initialValue`.
    public init(initialValue: Value) {
        self.init(wrappedValue: initialValue)
    }

    /// Not available: the property must belong to a class.
    @available(*, unavailable, message: "@Published is only available on properties of classes")
    public var wrappedValue: Value {
        get { storage.value }
        set { storage.value = newValue }
    }

    /// The publisher of the property.
    public var projectedValue: Published<Value>.Publisher {
        mutating get { Publisher(storage: storage) }
        // Needed for `assign(to: &object.$property)`; there is nothing to change.
        set {}
    }

    /// The value of the property.
    public static subscript<EnclosingSelf: AnyObject>(
        _enclosingInstance object: EnclosingSelf,
        wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
        storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
    ) -> Value {
        get { object[keyPath: storageKeyPath].storage.value }
        set { object[keyPath: storageKeyPath].storage.value = newValue }
    }

    /// The publisher of a property.
    public struct Publisher {
        fileprivate let storage: PublishedSubject<Value>
    }
}

extension Published.Publisher: Publisher {
    /// The values of the property.
    public typealias Output = Value
    /// It cannot fail.
    public typealias Failure = Never

    /// Attaches `subscriber`.
    public func receive<S>(subscriber: S) where S: Subscriber, Value == S.Input, S.Failure == Never {
        storage.receive(subscriber: subscriber)
    }
}

extension Publisher where Failure == Never {
    /// Writes each value to a `@Published` property, for as long as the property exists.
    public func assign(to published: inout Published<Output>.Publisher) {
        subscribe(PublishedSubscriber(published.storage))
    }
}

/// What an observable object needs of its published properties, whatever the type of their values is.
protocol PublishedProperty {
    var objectWillChange: ObservableObjectPublisher? { get nonmutating set }
}

extension Published: PublishedProperty {
    var objectWillChange: ObservableObjectPublisher? {
        get { storage.objectWillChange }
        nonmutating set { storage.objectWillChange = newValue }
    }
}

/// The value of a published property and those who follow it.
private final class PublishedSubject<Value> {
    private let core: SubjectCore<Value, Never>
    private let lock = Lock()
    private var installed: ObservableObjectPublisher?

    init(_ value: Value) {
        core = SubjectCore(value)
    }

    deinit {
        core.cancelUpstreams()
    }

    /// Setting it tells everybody first.
    var value: Value {
        get { core.value }
        set {
            objectWillChange?.send()
            core.announce(newValue)
            core.store(newValue)
        }
    }

    var objectWillChange: ObservableObjectPublisher? {
        get { lock.withLock { installed } }
        set { lock.withLock { installed = newValue } }
    }

    func receive<S>(subscriber: S) where S: Subscriber, Value == S.Input, S.Failure == Never {
        core.attach(subscriber, to: self, description: "PublishedSubject")
    }

    func send(subscription: any Subscription) {
        core.send(subscription: subscription)
    }
}

/// Writes values to a published property, which it does not keep alive.
private struct PublishedSubscriber<Input>: Subscriber {
    typealias Failure = Never

    let combineIdentifier = CombineIdentifier()
    private weak var storage: PublishedSubject<Input>?

    init(_ storage: PublishedSubject<Input>) {
        self.storage = storage
    }

    func receive(subscription: any Subscription) {
        storage?.send(subscription: subscription)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        storage?.value = input
        return .none
    }

    func receive(completion: Subscribers.Completion<Never>) {}
}
#endif
