import HTTPServer
import Linux
import Synchronization
import Testing

struct PulseTests {
    @Test("an idle server answers, and one whose handler blocks does not until the handler returns")
    func blocked() throws {
        let (entered, release) = (try WakeSignal(), try WakeSignal())
        let server = try TestServer { request in
            guard request.path == "/block" else { return HTTPResponse() }
            entered.signal()
            _ = Poll.wait([release.interest], timeout: .seconds(20))
            return HTTPResponse()
        }
        let pulse = server.server.pulse
        #expect(answers(pulse))
        let client = try RawClient(port: server.port)
        client.send("GET /block HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(Poll.wait([entered.interest], timeout: .seconds(20))[0])
        // An answer to the question before is not one to this.
        _ = pulse.check()
        #expect(!pulse.check() && !pulse.check())
        release.signal()
        #expect(try client.response()?.status == 200)
        #expect(answers(pulse))
    }

    /// Returns true once the thread has answered.
    private func answers(_ pulse: ThreadPulse) -> Bool {
        _ = pulse.check()
        let deadline = SystemClock.uptime + .seconds(30)
        while SystemClock.uptime < deadline {
            if pulse.check() { return true }
            _ = Poll.wait([], timeout: .milliseconds(1))
        }
        return false
    }
}
