extension AccessTrace {
    /// Seeded traces that stand for what caches meet: popularity, scans, loops, changing taste, browsing.
    public static func generated() -> [AccessTrace] {
        [
            zipf(exponent: 0.7), zipf(exponent: 0.9), zipf(exponent: 1), zipf(exponent: 1.2), zipfWithScans(), loop(),
            drift(), browsing(),
        ]
    }

    /// Independent requests for 10,000 keys by popularity.
    public static func zipf(exponent: Double, count: Int = 200_000, seed: UInt64 = 1) -> AccessTrace {
        var generator = SplitMix64(seed: seed)
        let zipf = Zipf(count: 10_000, exponent: exponent)
        return AccessTrace(
            name: "zipf-\(exponent)", requests: (0..<count).map { _ in UInt32(zipf.next(using: &generator)) })
    }

    /// Requests by popularity, interrupted by runs of 500 keys that are never asked for again.
    public static func zipfWithScans(count: Int = 200_000, seed: UInt64 = 2) -> AccessTrace {
        var generator = SplitMix64(seed: seed)
        let zipf = Zipf(count: 10_000, exponent: 0.9)
        var fresh: UInt32 = 1_000_000
        var requests: [UInt32] = []
        while requests.count < count {
            for _ in 0..<1_500 { requests.append(UInt32(zipf.next(using: &generator))) }
            requests += fresh..<fresh + 500
            fresh += 500
        }
        return AccessTrace(name: "zipf+scan", requests: requests)
    }

    /// 1,100 keys, round and round: a tenth more than the usual capacity.
    public static func loop(count: Int = 100_000) -> AccessTrace {
        AccessTrace(name: "loop-1100", requests: (0..<count).map { UInt32($0 % 1_100) })
    }

    /// Requests by popularity where every 20,000 requests 700 new keys become the most popular ones.
    public static func drift(count: Int = 300_000, seed: UInt64 = 3) -> AccessTrace {
        var generator = SplitMix64(seed: seed)
        let zipf = Zipf(count: 10_000, exponent: 1)
        let requests = (0..<count).map { number in
            UInt32(1_000_000 + zipf.next(using: &generator) - number / 20_000 * 700)
        }
        return AccessTrace(name: "zipf-drift", requests: requests)
    }

    /// Shopping sessions: pages of 20 products in a category, details of some, back to the page, a look into the cart.
    public static func browsing(count: Int = 200_000, seed: UInt64 = 4) -> AccessTrace {
        var generator = SplitMix64(seed: seed)
        let categories = Zipf(count: 60, exponent: 0.8)
        let products = Zipf(count: 20, exponent: 0.6)
        var requests: [UInt32] = []
        while requests.count < count {
            var cart: [UInt32] = []
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let category = UInt32(categories.next(using: &generator))
                for page in 0..<UInt32.random(in: 1...6, using: &generator) {
                    let first = category * 1_000 + page * 20
                    requests += first..<first + 20
                    for _ in 0..<Int.random(in: 0...4, using: &generator) {
                        let product = first + UInt32(products.next(using: &generator))
                        // The detail page shows the product, its reviews and four that others bought.
                        requests += [product, 500_000 + product]
                        requests += (1...4).map { (product &* 31 &+ $0 &* 977) % 60_000 }
                        if Bool.random(using: &generator) { cart.append(product) }
                        requests += first..<first + 20
                    }
                    requests += cart
                }
            }
            requests += cart
        }
        return AccessTrace(name: "browsing", requests: requests)
    }
}
