#if !canImport(Combine)
/// A publisher that plays a recording to each subscriber.
public struct Record<Output, Failure: Error>: Publisher {
    /// What is played.
    public let recording: Recording

    /// Records what `record` does.
    public init(record: (inout Recording) -> Void) {
        var recording = Recording()
        record(&recording)
        self.init(recording: recording)
    }

    /// Plays `recording`.
    public init(recording: Recording) {
        self.recording = recording
    }

    /// Plays `output`, then `completion`.
    public init(output: [Output], completion: Subscribers.Completion<Failure>) {
        self.init(recording: Recording(output: output, completion: completion))
    }

    /// Attaches `subscriber`.
    public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
        PlaybackSubscription.start(
            recording.output, completion: recording.completion, idleName: "Cancelled Events", subscriber)
    }

    /// Values and a completion.
    public struct Recording {
        /// What can be recorded.
        public typealias Input = Output

        /// The values.
        public private(set) var output: [Output]
        /// The completion; `finished` if none was recorded.
        public private(set) var completion: Subscribers.Completion<Failure>
        private var isComplete: Bool

        /// An empty recording, ready for values.
        public init() {
            output = []
            completion = .finished
            isComplete = false
        }

        /// A complete recording.
        public init(output: [Output], completion: Subscribers.Completion<Failure> = .finished) {
            self.output = output
            self.completion = completion
            isComplete = true
        }

        /// Adds a value; traps after the completion.
        public mutating func receive(_ input: Input) {
            precondition(!isComplete, "Receiving values after completion is not allowed")
            output.append(input)
        }

        /// Adds the completion; traps if there is one.
        public mutating func receive(completion: Subscribers.Completion<Failure>) {
            precondition(!isComplete, "Receiving completion more than once is not allowed")
            self.completion = completion
            isComplete = true
        }
    }
}

extension Record: Codable where Output: Codable, Failure: Codable {}

extension Record.Recording: Codable where Output: Codable, Failure: Codable {
    private enum CodingKeys: String, CodingKey {
        case output
        case completion
    }

    /// Reads a recording.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            output: try container.decode([Output].self, forKey: .output),
            completion: try container.decode(Subscribers.Completion<Failure>.self, forKey: .completion))
    }

    /// Writes the recording.
    public func encode(into encoder: any Encoder) throws {
        try encode(to: encoder)
    }

    /// Writes the recording.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(output, forKey: .output)
        try container.encode(completion, forKey: .completion)
    }
}
#endif
