import CacheManagement

/// A policy written down as plainly as possible, over arrays of keys with the newest first, for entries of cost 1.
protocol ReferencePolicy {
    init(capacity: Int)
    /// A request: a hit returns `true`, a miss stores the key and returns `false`.
    mutating func request(_ key: UInt32) -> Bool
}

struct ReferenceFIFO: ReferencePolicy {
    let capacity: Int
    var keys: [UInt32] = []

    init(capacity: Int) { self.capacity = capacity }

    mutating func request(_ key: UInt32) -> Bool {
        if keys.contains(key) { return true }
        if keys.count == capacity { keys.removeLast() }
        keys.insert(key, at: 0)
        return false
    }
}

struct ReferenceLRU: ReferencePolicy {
    let capacity: Int
    var keys: [UInt32] = []

    init(capacity: Int) { self.capacity = capacity }

    mutating func request(_ key: UInt32) -> Bool {
        if let index = keys.firstIndex(of: key) {
            keys.remove(at: index)
            keys.insert(key, at: 0)
            return true
        }
        if keys.count == capacity { keys.removeLast() }
        keys.insert(key, at: 0)
        return false
    }
}

/// S3-FIFO with a small queue of a quarter: promotion after two uses, ghosts of the small queue only.
struct ReferenceS3FIFO: ReferencePolicy {
    let capacity: Int
    var small: [UInt32] = []
    var main: [UInt32] = []
    var ghosts: [UInt32] = []
    var uses: [UInt32: Int] = [:]

    init(capacity: Int) { self.capacity = capacity }

    mutating func request(_ key: UInt32) -> Bool {
        if let count = uses[key] {
            uses[key] = min(3, count + 1)
            return true
        }
        let wasGhost = ghosts.contains(key)
        ghosts.removeAll { $0 == key }
        if uses.count == capacity { evict() }
        uses[key] = 0
        if wasGhost { main.insert(key, at: 0) } else { small.insert(key, at: 0) }
        return false
    }

    private mutating func evict() {
        var spares = 16
        while true {
            if main.isEmpty || Double(small.count) / Double(capacity) > 0.25 {
                let key = small.removeLast()
                if uses[key]! >= 2, spares > 0 {
                    spares -= 1
                    uses[key] = 0
                    main.insert(key, at: 0)
                } else {
                    uses[key] = nil
                    ghosts.insert(key, at: 0)
                    ghosts = Array(ghosts.prefix(capacity * 3 / 4))
                    return
                }
            } else {
                let key = main.removeLast()
                if uses[key]! >= 1, spares > 0 {
                    spares -= 1
                    uses[key]! -= 1
                    main.insert(key, at: 0)
                } else {
                    uses[key] = nil
                    return
                }
            }
        }
    }
}

/// S3-FIFO whose small queue follows the ghosts of both queues.
struct ReferenceAdaptive: ReferencePolicy {
    let capacity: Int
    var small: [UInt32] = []
    var main: [UInt32] = []
    var smallGhosts: [UInt32] = []
    var mainGhosts: [UInt32] = []
    var uses: [UInt32: Int] = [:]
    var target = 0.25

    init(capacity: Int) { self.capacity = capacity }

    mutating func request(_ key: UInt32) -> Bool {
        if let count = uses[key] {
            uses[key] = min(3, count + 1)
            return true
        }
        let (smallCount, mainCount) = (Double(smallGhosts.count), Double(mainGhosts.count))
        var isNew = false
        if let index = smallGhosts.firstIndex(of: key) {
            smallGhosts.remove(at: index)
            target = min(0.9, target + max(1, mainCount / smallCount) * (1 / Double(capacity)))
        } else if let index = mainGhosts.firstIndex(of: key) {
            mainGhosts.remove(at: index)
            target = max(0.05, target - max(1, smallCount / mainCount) * (1 / Double(capacity)))
        } else {
            isNew = true
        }
        if uses.count == capacity { evict() }
        uses[key] = 0
        if isNew { small.insert(key, at: 0) } else { main.insert(key, at: 0) }
        return false
    }

    private mutating func evict() {
        var spares = 16
        while true {
            let isFromMain = small.isEmpty || (Double(small.count) / Double(capacity) <= target && !main.isEmpty)
            let key = isFromMain ? main.removeLast() : small.removeLast()
            if uses[key]! >= 1, spares > 0 {
                spares -= 1
                uses[key] = isFromMain ? uses[key]! - 1 : 0
                main.insert(key, at: 0)
                continue
            }
            uses[key] = nil
            if isFromMain {
                mainGhosts = Array(([key] + mainGhosts).prefix(capacity / 2))
            } else {
                smallGhosts = Array(([key] + smallGhosts).prefix(capacity / 2))
            }
            return
        }
    }
}

extension EvictionPolicy {
    var reference: any ReferencePolicy.Type {
        switch self {
        case .lru: ReferenceLRU.self
        case .fifo: ReferenceFIFO.self
        case .s3fifo: ReferenceS3FIFO.self
        case .adaptive: ReferenceAdaptive.self
        }
    }
}
