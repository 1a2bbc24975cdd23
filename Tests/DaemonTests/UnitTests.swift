import Linux
import Testing

/// The unit of systemd; what its sandbox refuses, the daemon does not notice.
struct UnitTests {
    private func values(_ name: String) throws -> [Substring] {
        let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
        let unit = String(decoding: try FileContents.read("\(root)/systemd/whereismyd.service"), as: UTF8.self)
        return unit.split(separator: "\n").filter { $0.hasPrefix(name + "=") }.map { $0.dropFirst(name.count + 1) }
    }

    @Test("lets the daemon ask whether the clock is kept right, which the groups of calls it may make do not")
    func clock() throws {
        #expect(try values("ProtectClock").isEmpty)
        let filters = try values("SystemCallFilter")
        #expect(filters.first == "@system-service")
        let calls = try #require(filters.last).split(separator: " ")
        #expect(Set(calls) == ["adjtimex", "clock_adjtime", "clock_adjtime64"])
        // Asking is all it can: setting takes CAP_SYS_TIME.
        #expect(try values("CapabilityBoundingSet") == [""])
    }
}
