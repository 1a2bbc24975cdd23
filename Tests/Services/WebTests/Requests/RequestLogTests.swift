import Access
import HTTPServer
import Synchronization
import TestSupport
import Testing

@testable import Web

struct RequestLogTests {
    @Test(
        "a logged path has no room for a secret, wherever it is",
        arguments: [
            "/share/SECRET", "/share/SECRET/", "/share/SECRET/tiles/0/0/0", "/SECRET", "/share//SECRET",
            "/%73hare/SECRET/x", "/share/SECRET%2Ftiles", "/v1/SECRETSECRET", "/share/a/b/c/d/e/f/g/h/SECRET/i",
        ])
    func secret(pattern: String) throws {
        for _ in 0..<20 {
            let secret = Secret.random().text
            let shown = LoggedPath(pattern.split(separator: "SECRET").joined(separator: secret)).description
            for length in [Secret.length, 24] {
                let part = secret.prefix(length)
                #expect(!shown.contains(part), "\(shown)")
            }
        }
        let escaped = Secret.random().text.utf8.map { "%" + String($0, radix: 16) }.joined()
        #expect(LoggedPath("/share/\(escaped)/x").description == "/share/…/x")
    }

    @Test(
        "a plain path is logged as it is",
        arguments: ["/", "/v1/report", "/tiles/12/3695/2513", "", "/assets/live.css"])
    func plain(path: String) {
        #expect(LoggedPath(path).description == path)
    }

    @Test("clients that vary a failure write a limited number of lines")
    func flood() {
        let clock = ManualClock()
        let lines = Mutex(0)
        let log = RequestLog(clock: { clock.now }, write: { _ in lines.withLock { $0 += 1 } })
        for number in 0..<1000 { log.report("failure \(number)") }
        #expect(lines.withLock { $0 } == RepetitionFilter.maxLines)
        clock.advance(by: RepetitionFilter.interval)
        log.report("another")
        #expect(lines.withLock { $0 } == RepetitionFilter.maxLines + 1)
    }

    @Test("a line of the journal has no control characters")
    func controls() {
        let lines = Mutex<[String]>([])
        RequestLog(write: { line in lines.withLock { $0.append(line) } })
            .report("a\u{1B}[2Jb", method: .get, path: LoggedPath("/\u{1B}"))
        #expect(lines.withLock { $0 } == ["GET /…: a\u{FFFD}[2Jb"])
    }
}
