import AppComposition
import CacheManagement
import DependencyContainer

extension CommandRunner {
    func clearCaches() async throws {
        let app = try makeApp()
        try await app.caches.clearAllCaches()
        struct Output: Encodable {
            let cleared: [String]
        }
        let names = app.caches.cacheNames
        try output("cleared \(names.count) caches: \(names.joined(separator: ", "))", json: Output(cleared: names))
    }

    func diagnose() throws {
        struct Output: Encodable {
            let module: String
            let source: String
            let decidedBy: String
            let baseURL: String?
        }
        let diagnoses = try makeApp().diagnoses
        var table = TextTable([("module", .left), ("data", .left), ("because of", .left), ("server", .left)])
        for diagnosis in diagnoses {
            table.add(
                diagnosis.module.rawValue, diagnosis.decision.source.rawValue, diagnosis.reason,
                diagnosis.decision.source == .real ? diagnosis.baseURL ?? "" : "none")
        }
        try output(
            table.text,
            json: diagnoses.map {
                Output(
                    module: $0.module.rawValue, source: $0.decision.source.rawValue, decidedBy: $0.reason,
                    baseURL: $0.baseURL)
            })
    }
}

extension AppComposition.Diagnosis {
    /// Who decided, in the words of the command line.
    fileprivate var reason: String {
        switch decision.origin {
        case .code: "the default"
        case .environment: decision.isNamed ? "HARMONY_DATA, by name" : "HARMONY_DATA"
        case .argument: decision.isNamed ? "--data, by name" : "--data"
        }
    }
}
