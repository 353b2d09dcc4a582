import Foundation

/// A sequence of requests for numbered keys, to be replayed on a cache.
public struct AccessTrace: Sendable {
    /// What tables call it.
    public let name: String
    /// The keys, in the order in which they were asked for.
    public let requests: [UInt32]

    /// A trace of these requests.
    public init(name: String, requests: [UInt32]) {
        self.name = name
        self.requests = requests
    }

    /// The recorded traces of an e-commerce application, when they are there: in the folder that the environment
    /// variable `HARMONY_TRACES` names, or else in `../shared/traces` beside the checked-out repository. Empty when
    /// there are none.
    public static func recorded() -> [AccessTrace] {
        let repository = URL(filePath: #filePath).appending(path: "../../../..").standardized
        let folder =
            ProcessInfo.processInfo.environment["HARMONY_TRACES"].map { URL(filePath: $0) }
            ?? repository.appending(path: "../shared/traces").standardized
        return ["web07", "web12", "orm-busy", "orm-night"].compactMap { name in
            guard let data = try? Data(contentsOf: folder.appending(path: "cache2k-\(name).u32le")) else { return nil }
            return AccessTrace(name: name, requests: data.littleEndianNumbers)
        }
    }

    /// The hit ratio, 0 to 1, that no policy for entries of one size can exceed (Belady, 1966): each miss replaces the
    /// key that is asked for again last of all, or the new key itself. Cost: O(n log n).
    public func bestHitRatio(capacity: Int) -> Double {
        guard !requests.isEmpty else { return 0 }
        var nextUse = [Int](repeating: .max, count: requests.count)
        var seen: [UInt32: Int] = [:]
        for index in requests.indices.reversed() {
            nextUse[index] = seen.updateValue(index, forKey: requests[index]) ?? .max
        }
        var resident: [UInt32: Int] = [:]
        var furthest = MaximumHeap()
        var hits = 0
        for (index, key) in requests.enumerated() {
            let isHit = resident[key] != nil
            if isHit { hits += 1 }
            if nextUse[index] == .max {
                resident[key] = nil
                continue
            }
            resident[key] = nextUse[index]
            furthest.push(nextUse[index])
            // Positions of keys that were used or dropped since stay in the heap until they come to its top.
            while resident.count > capacity, let position = furthest.pop() {
                if resident[requests[position]] == position { resident[requests[position]] = nil }
            }
        }
        return Double(hits) / Double(requests.count)
    }
}

extension AccessTrace: CustomStringConvertible {
    /// The name; the requests would fill pages.
    public var description: String { name }
}

extension Data {
    fileprivate var littleEndianNumbers: [UInt32] {
        withUnsafeBytes { bytes in
            (0..<count / 4).map { UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self)) }
        }
    }
}

/// A binary heap with its largest element on top.
private struct MaximumHeap {
    private var elements: [Int] = []

    mutating func push(_ element: Int) {
        elements.append(element)
        var child = elements.count - 1
        while child > 0, elements[(child - 1) / 2] < elements[child] {
            elements.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func pop() -> Int? {
        guard let top = elements.first, let last = elements.popLast() else { return nil }
        guard !elements.isEmpty else { return top }
        elements[0] = last
        var parent = 0
        while true {
            var largest = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < elements.count {
                if elements[child] > elements[largest] { largest = child }
            }
            if largest == parent { return top }
            elements.swapAt(parent, largest)
            parent = largest
        }
    }
}
