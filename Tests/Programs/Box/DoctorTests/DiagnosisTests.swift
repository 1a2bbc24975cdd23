import CommandLine
import Configuration
import Linux
import Location
import Testing

@testable import Doctor

struct DiagnosisTests {
    @Test("each check runs once, in order, and depends only on earlier ones")
    func order() {
        #expect(Diagnosis.checks.map(\.name) == CheckName.allCases)
        for (index, check) in Diagnosis.checks.enumerated() {
            #expect(Set(check.prerequisites).isSubset(of: CheckName.allCases[..<index]))
        }
    }

    @Test("a healthy machine passes all checks")
    func healthy() {
        let diagnosis = Diagnosis(of: .healthy())
        #expect(diagnosis.count(of: "ok") == CheckName.allCases.count, "\(diagnosis)")
        #expect(diagnosis.code == .success)
    }

    @Test("a check is skipped because of a failed prerequisite, also an indirect one")
    func grounds() {
        let silent = SystemFacts.healthy().with {
            $0.gpsd = GPSDFacts(contact: .silent)
            $0.gpsd.duration = .seconds(2)
        }
        let findings = Diagnosis(of: silent).findings
        let skipped: [CheckName] = [
            .receiver, .receiverAccess, .receiverPort, .sentences, .satellites, .fix, .gpsdFaults,
        ]
        for finding in findings where skipped.contains(finding.check) {
            #expect(finding.result == .skipped("because of gpsd-socket", because: .gpsdSocket))
        }
        // A check skipped for another reason skips no others.
        #expect(findings.count { $0.result.status == "skipped" } == skipped.count + 1)
        #expect(Diagnosis(of: silent).code == .faulty)
    }

    @Test("warnings alone exit with 1")
    func warnings() {
        let diagnosis = Diagnosis(of: SystemFacts.healthy().with { $0.isClockSynchronised = false })
        #expect(diagnosis.count(of: "warn") == 1 && diagnosis.code == .failure)
    }

    @Test("each destination of positions has a finding of its own")
    func destinations() throws {
        let system = try PublishCheckTests.system()
        let findings = Diagnosis(of: system).findings.filter { $0.check == .publish }
        #expect(findings.map(\.result.status) == ["ok", "ok"])
        #expect(findings.map { $0.result.found.prefix(5) } == ["home:", "plott"])
    }

    @Test("the text has a line for each check with its cure, and a summary")
    func text() {
        let sick = SystemFacts.healthy().with {
            $0.isClockSynchronised = false
            $0.history = .faulty("/var/lib/whereismy/history.db: not a database\u{1B}[2J\nok       x")
        }
        let lines = DiagnosisReport(diagnosis: Diagnosis(of: sick)).text(columns: nil).split(separator: "\n")
        #expect(lines.count == CheckName.allCases.count + 1)
        #expect(lines[0] == "ok       gpsd-installed   /usr/sbin/gpsd, of Debian's gpsd 3.22-4.1+deb12u1")
        let clock = ClockCheck().evaluate(sick)
        #expect(lines[9] == "warn     clock            \(clock.found); fix: \(clock.cure ?? "")")
        #expect(
            lines[15].hasPrefix("fail     history          /var/lib/whereismy/history.db: not a database\u{FFFD}[2J"))
        #expect(lines.last == "1 failure, 1 warning")
        let well = DiagnosisReport(diagnosis: Diagnosis(of: .healthy()))
        #expect(well.text(columns: nil).hasSuffix("\nno problems found\n"))
    }

    @Test("on a terminal lines wrap into a column")
    func wrapped() {
        let sick = SystemFacts.healthy().with { $0.isClockSynchronised = false }
        let answer = DiagnosisReport(diagnosis: Diagnosis(of: sick))
        let lines = answer.text(columns: 70).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 70 })
        #expect(
            lines.contains(Substring(String(repeating: " ", count: 26) + "fix: sudo timedatectl set-ntp true (package"))
        )
        #expect(answer.text(columns: 40) == answer.text(columns: nil))
    }

    @Test("the JSON has the same in one object")
    func json() {
        let sick = SystemFacts.healthy().with {
            $0.isClockSynchronised = false
            $0.history = .denied
        }
        let text = String(decoding: DiagnosisReport(diagnosis: Diagnosis(of: sick)).json, as: UTF8.self)
        #expect(
            text.hasPrefix("{\"checks\":[{\"check\":\"gpsd-installed\",\"status\":\"ok\",\"found\":\"/usr/sbin/gpsd, "))
        let clock = ClockCheck().evaluate(sick)
        let members = "\"found\":\"\(clock.found)\",\"cure\":\"\(clock.cure ?? "")\""
        #expect(text.contains("{\"check\":\"clock\",\"status\":\"warn\",\(members)}"))
        #expect(text.contains("is not readable\",\"because\":\"group\"}"))
        #expect(text.hasSuffix("],\"ok\":24,\"warn\":1,\"fail\":0,\"skipped\":1}\n"))
    }
}
