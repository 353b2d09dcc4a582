import CombineShim
import Foundation
import ModuleSupport
import Testing

@Suite("Schedulers")
struct SchedulerTests {
    @Test("the immediate scheduler runs everything at once")
    func immediate() {
        var runs = 0
        let scheduler = ImmediateScheduler.shared
        scheduler.schedule { runs += 1 }
        scheduler.schedule(after: scheduler.now.advanced(by: .seconds(5))) { runs += 1 }
        scheduler.schedule(after: scheduler.now, interval: 1) { runs += 1 }.cancel()
        #expect(runs == 3)
        #expect(scheduler.minimumTolerance == 0)

        let probe = Probe<Int, Never>()
        [1, 2].publisher.receive(on: scheduler).delay(for: .seconds(1), scheduler: scheduler).subscribe(probe)
        #expect(probe.received == ["1", "2", "finished"])
    }

    @Test("strides of dispatch queues count nanoseconds and never overflow")
    func dispatchStride() {
        typealias Stride = DispatchQueue.SchedulerTimeType.Stride
        #expect(Stride.seconds(2).magnitude == 2_000_000_000)
        #expect(Stride.seconds(0.5).magnitude == 500_000_000)
        #expect(Stride.milliseconds(3).magnitude == 3_000_000)
        #expect(Stride.microseconds(4).magnitude == 4000)
        #expect((2.5 as Stride) == .milliseconds(2500))
        #expect((2 as Stride) == .seconds(2))
        #expect(Stride(.never).magnitude == .max)
        #expect(Stride.seconds(Int.max).magnitude == .max)
        #expect(Stride.seconds(1) + .milliseconds(1) == .milliseconds(1001))
        let now = DispatchQueue.main.now
        #expect(now.distance(to: now.advanced(by: .seconds(1))) == .seconds(1))
        #expect(now.advanced(by: .seconds(1)).distance(to: now) == .seconds(-1))
        let never = DispatchQueue.SchedulerTimeType(.distantFuture)
        #expect(now.distance(to: never) == .nanoseconds(.max))
        #expect(never.distance(to: now) == .nanoseconds(.max))
    }

    @Test("strides are multiplied in seconds, like the numbers that they are written as")
    func dispatchProduct() {
        typealias Stride = DispatchQueue.SchedulerTimeType.Stride
        #expect(2 * Stride.milliseconds(1500) == .seconds(3))
        #expect(Stride.milliseconds(300) * -3 == .milliseconds(-900))
        #expect(Stride.nanoseconds(18) * .microseconds(1) == .nanoseconds(0))
        #expect(Stride.nanoseconds(.max) * 2 == .nanoseconds(.max))
        #expect(Stride.nanoseconds(.max) * -2 == .nanoseconds(.min))
    }

    @Test("times and strides survive encoding")
    func coding() throws {
        let time = DispatchQueue.SchedulerTimeType(DispatchTime(uptimeNanoseconds: 42))
        let data = try JSONEncoder().encode([time])
        #expect(try JSONDecoder().decode([DispatchQueue.SchedulerTimeType].self, from: data) == [time])
        let stride = try JSONEncoder().encode(DispatchQueue.SchedulerTimeType.Stride.nanoseconds(7))
        #expect(String(decoding: stride, as: UTF8.self) == #"{"_nanoseconds":7}"#)
        let date = RunLoop.SchedulerTimeType(Date(timeIntervalSinceReferenceDate: 7))
        let dateData = try JSONEncoder().encode([date])
        #expect(try JSONDecoder().decode([RunLoop.SchedulerTimeType].self, from: dateData) == [date])
    }

    @Test("a dispatch queue runs actions in order, later, and again until cancelled")
    func dispatchQueue() async {
        let queue = DispatchQueue(label: "scheduler")
        let events = Locked([String]())
        await withCheckedContinuation { continuation in
            queue.schedule { events.withLock { $0.append("first") } }
            queue.schedule { events.withLock { $0.append("second") } }
            queue.schedule(after: queue.now.advanced(by: .milliseconds(5))) { continuation.resume() }
        }
        #expect(events.withLock { $0 } == ["first", "second"])

        let ticks = Locked(0)
        let (stream, feed) = AsyncStream.makeStream(of: Void.self)
        let timer = queue.schedule(after: queue.now, interval: .milliseconds(1)) {
            ticks.withLock { $0 += 1 }
            feed.yield()
        }
        var seen = 0
        for await _ in stream {
            seen += 1
            if seen == 3 { break }
        }
        timer.cancel()
        #expect(ticks.withLock { $0 } >= 3)
    }

    @Test("a run loop that sleeps on another thread is woken, and keeps the order")
    func runLoop() async {
        let (loops, loopFeed) = AsyncStream.makeStream(of: Unchecked<RunLoop>.self)
        let stopped = Locked(false)
        let thread = Thread {
            let loop = RunLoop.current
            loop.add(Timer(timeInterval: 3600, repeats: true) { _ in }, forMode: .default)
            loopFeed.yield(Unchecked(value: loop))
            while !stopped.withLock({ $0 }) {
                _ = loop.run(mode: .default, before: .distantFuture)
            }
        }
        thread.start()
        var iterator = loops.makeAsyncIterator()
        guard let loop = await iterator.next()?.value else { return }
        let events = Locked([Int]())
        await withCheckedContinuation { continuation in
            for index in 0..<10 {
                loop.schedule { events.withLock { $0.append(index) } }
            }
            loop.schedule(after: loop.now.advanced(by: .milliseconds(2))) { continuation.resume() }
        }
        #expect(events.withLock { $0 } == Array(0..<10))
        loop.schedule { stopped.withLock { $0 = true } }
    }

    private struct Unchecked<Value>: @unchecked Sendable {
        // Proof for `@unchecked`: only the scheduling functions are used, which any thread may call.
        var value: Value
    }
}
