import Foundation
import Networking

/// What the program shows and keeps of its traffic: `--verbose` and `--har`.
struct Traffic: Sendable {
    private let recorder: HARRecorder?
    private let file: URL?
    /// To be put next to the transports.
    let observers: [any NetworkMiddleware]

    init(_ options: Options, console: Console) {
        file = options.har
        recorder = options.har.map { _ in HARRecorder() }
        var observers: [any NetworkMiddleware] = []
        if options.isVerbose { observers.append(LoggingMiddleware(level: .headers) { console.log($0) }) }
        if let recorder { observers.append(recorder) }
        self.observers = observers
    }

    /// Writes the archive, if one was asked for.
    func save() throws(NetworkError) {
        if let file { try recorder?.write(to: file) }
    }
}
