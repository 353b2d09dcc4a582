/// Ports of 127.0.0.1 that nobody listens on, for programs that cannot choose one themselves.
public func freePorts(_ count: Int) throws -> [Int] {
    // All are held until all are known, so that they differ.
    let listeners = try (0..<count).map { _ in try Socket.listener() }
    return listeners.map { Int($0.1) }
}
