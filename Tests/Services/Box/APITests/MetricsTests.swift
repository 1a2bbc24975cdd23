import Basics
import Location
import Testing

@testable import API

@Suite struct MetricsTests {
    private func metrics(_ change: (inout Report) -> Void = { _ in }) -> String {
        var report = Report(state: .noFix, since: Timestamp(milliseconds: 0))
        change(&report)
        var counts = Counts()
        counts.accepted = 7
        counts.rejected = ["jump": 2]
        return Metrics(report: report, counts: counts, viewers: 3, memory: 1 << 20, version: "1.0\"\\\n").text
    }

    @Test("unknown values have no line, known ones a line with help and type")
    func known() {
        let without = metrics()
        #expect(!without.contains("whereismy_fix_age_seconds"))
        let with = metrics {
            $0.age = .milliseconds(1500)
            $0.integrity.level = .doubtful
        }
        #expect(with.contains("# TYPE whereismy_fix_age_seconds gauge\nwhereismy_fix_age_seconds 1.5\n"))
        #expect(with.contains("whereismy_state{state=\"no-fix\"} 1\n"))
        #expect(with.contains("whereismy_state{state=\"live\"} 0\n"))
        #expect(with.contains("whereismy_integrity{level=\"nominal\"} 0\n"))
        #expect(with.contains("whereismy_integrity{level=\"doubtful\"} 1\n"))
        #expect(with.contains("whereismy_verdicts_total{verdict=\"rejected\",reason=\"jump\"} 2\n"))
        #expect(with.contains("process_resident_memory_bytes 1048576\n"))
    }

    @Test("quotes, backslashes and line ends in labels are escaped")
    func escaped() {
        #expect(metrics().contains("whereismy_build_info{version=\"1.0\\\"\\\\\\n\"} 1\n"))
    }
}
