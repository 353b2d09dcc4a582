import Foundation

#if canImport(Darwin)
import Darwin
private let streamType = SOCK_STREAM
private let noSignal: Int32 = 0
#else
import Glibc
private let streamType = Int32(SOCK_STREAM.rawValue)
private let noSignal = Int32(MSG_NOSIGNAL)
#endif

/// A blocking TCP socket on loopback. It is closed when the last reference goes, so a descriptor is never used after
/// another socket has got its number.
final class Socket: Sendable {
    struct Failure: Error {
        let code: Int32
    }

    private let descriptor: Int32

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        #if canImport(Darwin)
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    deinit {
        close(descriptor)
    }

    /// A listener on a free port of 127.0.0.1.
    static func listener() throws -> (Socket, UInt16) {
        let socket = Socket(open())
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(socket.descriptor, pointer, size) == 0 && listen(socket.descriptor, 1_024) == 0
                    && getsockname(socket.descriptor, pointer, &size) == 0
            }
        }
        guard isListening else { throw Failure(code: errno) }
        return (socket, UInt16(bigEndian: address.sin_port))
    }

    /// A connection to a port of 127.0.0.1.
    static func connection(to port: UInt16) throws -> Socket {
        let socket = Socket(open())
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket.descriptor, $0, size) == 0 }
        }
        guard isConnected else { throw Failure(code: errno) }
        return socket
    }

    private static func open() -> Int32 {
        socket(AF_INET, streamType, 0)
    }

    /// The next connection; `nil` when the listener was shut down.
    func accept() -> Socket? {
        while true {
            #if canImport(Darwin)
            let accepted = Darwin.accept(descriptor, nil, nil)
            #else
            let accepted = Glibc.accept(descriptor, nil, nil)
            #endif
            if accepted >= 0 { return Socket(accepted) }
            if errno != EINTR && errno != ECONNABORTED { return nil }
        }
    }

    /// Sends all of it; `false` when the peer is gone.
    func send(_ data: Data) -> Bool {
        data.withUnsafeBytes { bytes in
            var sent = 0
            while sent < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
                #if canImport(Darwin)
                let count = Darwin.send(descriptor, rest.baseAddress, rest.count, noSignal)
                #else
                let count = Glibc.send(descriptor, rest.baseAddress, rest.count, noSignal)
                #endif
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }
    }

    /// What has arrived; `nil` when the peer has closed or reset.
    func receive() -> Data? {
        var buffer = [UInt8](repeating: 0, count: 64 * 1_024)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0 && errno == EINTR { continue }
            return count > 0 ? Data(buffer[..<count]) : nil
        }
    }

    /// Whether the peer closes or resets within the time. Bytes that it sends are left where they are.
    func waitForClose(milliseconds: Int) -> Bool {
        let end = Date(timeIntervalSinceNow: Double(milliseconds) / 1_000)
        while end.timeIntervalSinceNow > 0 {
            var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&state, 1, Int32(max(1, min(100, end.timeIntervalSinceNow * 1_000)))) > 0 else { continue }
            if state.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { return true }
            var byte: UInt8 = 0
            if recv(descriptor, &byte, 1, Int32(MSG_PEEK)) <= 0 { return true }
            usleep(2_000)
        }
        return false
    }

    /// Ends both directions; whoever is blocked in a call returns.
    func shutDown() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Makes the coming close a TCP reset.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
}
