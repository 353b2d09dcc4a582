public import Foundation
public import Networking

/// What goes wrong with a request that a ``FaultInjector`` chooses.
public enum MockFault: Sendable {
    /// The request ends with this error and reaches nobody.
    case error(NetworkError.Kind)
    /// The request is answered in full, and its answer is lost on the way back: what it changed is changed.
    case lostResponse
    /// Somebody answers this in place of the server, which hears nothing of the request.
    case response(statusCode: Int, headers: HTTPHeaders = [:], body: Data = Data())

    /// The device has no connection.
    public static let offline = MockFault.error(.offline)
    /// Status 200 and a body without a byte.
    public static let empty = MockFault.response(statusCode: 200, headers: ["Content-Type": "application/json"])
    /// Status 200 and JSON that breaks off.
    public static let malformed = MockFault.response(
        statusCode: 200, headers: ["Content-Type": "application/json"], body: Data("{\"broken\": [".utf8))

    /// An error status with the JSON body that this project's server would send.
    public static func status(_ statusCode: Int, error: String = "unavailable") -> MockFault {
        .response(
            statusCode: statusCode, headers: ["Content-Type": "application/json"],
            body: JSONValue.object(["error": .string(error)]).data)
    }
}

/// Which of the requests that a ``FaultInjector`` looks at get its fault.
public enum FaultSchedule: Sendable, Hashable {
    /// All of them.
    case always
    /// The first so many.
    case first(Int)
    /// Each with this probability, from 0 to 1. The same seed chooses the same positions in every run; which request
    /// has which position is settled only when they come one after another.
    case share(Double, seed: UInt64)

    /// Whether the request at a position, counted from 0, gets the fault.
    func includes(_ position: Int) -> Bool {
        switch self {
        case .always: true
        case .first(let count): position < count
        case .share(let probability, let seed): Self.uniform(seed, position) < probability
        }
    }

    /// A number in 0..<1 that depends on nothing but seed and position: one step of SplitMix64 (Steele, Lea and Flood,
    /// 2014), whose state is a plain counter.
    private static func uniform(_ seed: UInt64, _ position: Int) -> Double {
        var mixed = seed &+ UInt64(truncatingIfNeeded: position + 1) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((mixed ^ (mixed >> 31)) >> 11) * 0x1p-53
    }
}
