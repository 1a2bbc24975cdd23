import Testing

@testable import Systemd

struct LogTests {
    private func line(_ message: String, prefixed: Bool = false) -> String {
        String(decoding: Log.line(.warning, message, prefixed: prefixed), as: UTF8.self)
    }

    @Test("a message becomes one line without control characters")
    func oneLine() {
        #expect(line("no-gpsd: \u{1B}[2Jrefused\r") == "no-gpsd: \u{FFFD}[2Jrefused\u{FFFD}\n")
        #expect(line("first\nsecond\n") == "first; second\n")
    }

    @Test("a line for the journal has a priority prefix")
    func priority() {
        #expect(line("stale", prefixed: true) == "<4>stale\n")
    }

    @Test("an entry has the sender, the priority and the event's fields")
    func entry() {
        let event = LogEvent(messageID: "0123", fields: ["WHEREISMY_STATE": "live", "WHEREISMY_DEVICE": "/dev/a"])
        #expect(
            JournalEntry(.notice, "live, 3D fix", event: event, sender: "whereismyd").fields == [
                "MESSAGE=live, 3D fix", "PRIORITY=5", "SYSLOG_IDENTIFIER=whereismyd", "MESSAGE_ID=0123",
                "WHEREISMY_DEVICE=/dev/a", "WHEREISMY_STATE=live",
            ])
        #expect(JournalEntry(.error, "a = b", event: nil, sender: "whereismyd").fields.first == "MESSAGE=a = b")
        #expect(JournalEntry(.error, "a = b", event: nil, sender: "whereismyd").fields.count == 3)
    }

    @Test(
        "the journal is recognised by the file that the variable names",
        arguments: [
            ("8:123456", true), (nil, false), ("", false), ("8:12345", false), ("9:123456", false), ("8", false),
            ("8:123456:1", false), (":", false),
        ] as [(String?, Bool)])
    func journal(variable: String?, isJournal: Bool) {
        #expect(JournalStream.isNamed(by: variable, device: 8, inode: 123_456) == isJournal)
    }
}
