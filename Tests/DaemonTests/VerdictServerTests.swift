import FoundationEssentials
import Location
import TestSupport
import Testing
import Tracking
import Wire

@testable import Daemon
@testable import Linux

struct VerdictServerTests {
    private let path = FileManager.default.temporaryDirectory.path + "/whereismy-\(UInt64.random(in: 0 ... .max)).sock"
    private let clock = ManualClock()
    private let verdicts = SharedVerdicts()

    /// A connection that nobody reads.
    private final class Client {
        private let socket: FileDescriptor

        init(_ path: String) throws(SystemError) {
            socket = try LocalSocket.connect(path, before: SystemClock.uptime + .seconds(5))
        }
    }

    private func fix(_ device: String = "/dev/a") -> Fix {
        var fix = Fix(device: device, mode: .threeDimensional)
        fix.coordinate = Coordinate(latitude: 52.5, longitude: 13.25)
        return fix
    }

    private func note(_ verdict: Verdict, _ device: String = "/dev/a") {
        verdicts.note(verdict, fix(device), at: clock.now)
    }

    private func serving(patience: Duration = .seconds(1), _ body: () throws -> Void) throws {
        let server = try VerdictServer(path, verdicts, patience: patience) { [clock] in clock.now }
        defer { server.stop() }
        let deadline = SystemClock.uptime + .seconds(5)
        while !FileManager.default.fileExists(atPath: path), SystemClock.uptime < deadline {
            _ = Poll.wait([], timeout: .milliseconds(2))
        }
        try body()
    }

    private func records() throws -> [VerdictRecord] {
        let bytes = try LocalSocket.read(path, limit: 1 << 24, timeout: .seconds(10))
        #expect(bytes.isEmpty || bytes.last == 0x0A)
        return try bytes.split(separator: 0x0A).map { try EpochJSON.decode(Array($0)) }
    }

    @Test("whoever connects is told what has been decided, oldest first, each time anew")
    func tells() throws {
        try serving {
            let none = try records()
            #expect(none.isEmpty)
            note(.accepted)
            clock.advance(by: .seconds(1))
            note(.rejected(.simulated), "/dev/b")
            clock.advance(by: .seconds(1))
            let told = try records()
            #expect(told.map(\.verdict) == ["accepted", "rejected"])
            #expect(told.map(\.raw.device) == ["/dev/a", "/dev/b"])
            #expect(told.last?.reason == "simulated" && told.last?.age == .seconds(1))
            let again = try records()
            #expect(again == told)
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("a client that reads nothing holds up neither the next nor the end")
    func stuck() throws {
        // Made-up names keep the epochs apart: more than the kernel takes for somebody who does not read.
        for number in 0..<6000 { note(.rejected(.simulated), "/dev/\(number)") }
        try serving(patience: .milliseconds(50)) {
            let stuck = try LocalSocket.connect(path, before: SystemClock.uptime + .seconds(1))
            let gone = try LocalSocket.connect(path, before: SystemClock.uptime + .seconds(1))
            _ = consume gone
            let told = try records()
            #expect(told.count == 6000)
            _ = consume stuck
        }
        let stopped = SystemClock.uptime
        try serving(patience: .seconds(600)) {
            let stuck = try LocalSocket.connect(path, before: SystemClock.uptime + .seconds(1))
            _ = Poll.wait([.readable(stuck)], timeout: .seconds(5))
        }
        #expect(SystemClock.uptime - stopped < .seconds(60))
    }

    @Test("several clients that read nothing do not hold up one that does")
    func severalStuck() throws {
        for number in 0..<6000 { note(.rejected(.simulated), "/dev/\(number)") }
        try serving(patience: .seconds(600)) {
            let stuck = try (0..<3).map { _ in try Client(path) }
            let told = try records()
            #expect(told.count == 6000)
            withExtendedLifetime(stuck) {}
        }
    }

    @Test("more clients than it tells at once wait, until those that read nothing are let go of")
    func full() throws {
        for number in 0..<6000 { note(.rejected(.simulated), "/dev/\(number)") }
        try serving(patience: .milliseconds(50)) {
            let stuck = try (0..<11).map { _ in try Client(path) }
            let told = try records()
            #expect(told.count == 6000)
            withExtendedLifetime(stuck) {}
        }
    }

    @Test("where rejections had to be forgotten, the first line says until when")
    func forgotten() throws {
        var log = VerdictLog(newest: 1, mostRejections: 1)
        for second in 0..<3 {
            log.note(.rejected(.simulated), fix("/dev/\(second)"), at: clock.advance(by: .seconds(1)))
        }
        let lines = VerdictLines(log, at: clock.now).reduce([], +).split(separator: 0x0A)
        let told = try lines.map { try EpochJSON.decode(Array($0)).forgottenUntil }
        #expect(told == [clock.now.wallClock + .seconds(-2), nil])
    }

    @Test("where no socket can be the daemon goes on without")
    func impossible() throws {
        let server = try VerdictServer("/nowhere/verdicts.sock", verdicts)
        server.stop()
    }
}
