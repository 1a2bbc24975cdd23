import Location
import Testing

@testable import GPSD

struct GPSDSessionTests {
    private let start: Duration = .seconds(100)

    private func session() -> GPSDSession {
        GPSDSession(timing: SessionTiming(), at: start) { 0.5 }
    }

    /// Returns a session that was greeted and is watching.
    private func established() -> GPSDSession {
        var session = session()
        _ = session.advance(to: start)
        session.connected(at: start)
        _ = session.received(.version("3.22"), at: start)
        _ = session.received(.watch(enabled: true), at: start)
        return session
    }

    @Test("connects at once, watches when greeted, and is then silent")
    func handshake() {
        var session = session()
        #expect(session.advance(to: start) == [.connect])
        session.connected(at: start)
        #expect(session.received(.version("3.22"), at: start) == [.send(GPSDSession.watchCommand)])
        #expect(session.received(.devices(["/dev/a"]), at: start) == [.publish(.receivers(["/dev/a"]))])
        #expect(session.received(.watch(enabled: true), at: start) == [])
        #expect(session.deadline == start + .seconds(60))
    }

    @Test("enforces each step's timeout, and then starts over")
    func deadlines() throws {
        var session = session()
        _ = session.advance(to: start)
        #expect(session.deadline == start + .seconds(5))
        session.connected(at: start)
        #expect(session.deadline == start + .seconds(1))
        #expect(session.advance(to: start + .seconds(1)) == [.send(GPSDSession.watchCommand)])
        #expect(session.deadline == start + .seconds(10))
        _ = session.received(.version("3.22"), at: start)
        let late = start + .seconds(20)
        #expect(session.deadline == late)
        let actions = session.advance(to: late)
        #expect(actions.first == .close)
        guard case .publish(.disconnected(let reason)) = actions.last else { throw Missing() }
        #expect(reason.contains("?WATCH"))
        #expect(session.advance(to: late + .seconds(1)) == [.connect])
    }

    @Test("pauses 1, 2, 4 ... 30 s between attempts, and 1 s again once gpsd has replied")
    func backoff() {
        var session = session()
        var pauses: [Duration] = []
        var now = start
        for _ in 0..<7 {
            _ = session.advance(to: now)
            _ = session.failed("refused", at: now)
            pauses.append(session.deadline - now)
            now = session.deadline
        }
        #expect(pauses == [1, 2, 4, 8, 16, 30, 30].map { .seconds($0) })
        var answered = established()
        _ = answered.failed("gone", at: now)
        #expect(answered.deadline == now + .seconds(1))
    }

    @Test(
        "clients do not retry in step, and the pause is between one and thirty seconds", arguments: [0.0, 0.25, 0.999])
    func jitter(random: Double) {
        var session = GPSDSession(timing: SessionTiming(), at: start) { random }
        let pauses = (0..<8).map { _ in
            _ = session.failed("refused", at: start)
            return session.deadline - start
        }
        #expect(pauses.allSatisfy { (.seconds(1)...Duration.seconds(30)).contains($0) })
        #expect(pauses[2] == .seconds(4) * (0.8 + 0.4 * random))
    }

    @Test("probes after 60 s of silence, and closes the connection 10 s later")
    func silence() {
        var session = established()
        #expect(session.advance(to: start + .seconds(59)) == [])
        #expect(session.advance(to: start + .seconds(60)) == [.send(GPSDSession.probeCommand)])
        #expect(session.advance(to: start + .seconds(70)).first == .close)
    }

    @Test("any reply ends the silence")
    func answered() {
        var session = established()
        _ = session.advance(to: start + .seconds(60))
        session.receivedData(at: start + .seconds(61))
        #expect(session.deadline == start + .seconds(121))
    }

    @Test("devices that come and go are reported once")
    func devices() {
        var session = established()
        #expect(session.received(.devices([]), at: start) == [.publish(.receivers([]))])
        #expect(session.received(.devices([]), at: start) == [])
        let both = ["/dev/a", "/dev/b"]
        #expect(session.received(.devices(both), at: start) == [.publish(.receivers(both))])
        let gone = ControlMessage.device(path: "/dev/a", present: false)
        #expect(session.received(gone, at: start) == [.publish(.receivers(["/dev/b"]))])
        #expect(session.received(gone, at: start) == [])
        let back = ControlMessage.device(path: "/dev/a", present: true)
        #expect(session.received(back, at: start) == [.publish(.receivers(["/dev/b", "/dev/a"]))])
    }

    @Test("a foreign watch does not count")
    func foreignWatch() {
        var session = session()
        _ = session.advance(to: start)
        session.connected(at: start)
        _ = session.received(.version("3.22"), at: start)
        _ = session.received(.watch(enabled: false), at: start)
        #expect(session.advance(to: start + .seconds(20)).first == .close)
    }

    @Test("a server that waits for the client gets ?WATCH after a second, and ends without a greeting in ten")
    func silentGreeting() {
        var session = session()
        _ = session.advance(to: start)
        session.connected(at: start)
        #expect(session.advance(to: start + .seconds(1)) == [.send(GPSDSession.watchCommand)])
        var answered = session
        _ = answered.received(.watch(enabled: true), at: start + .seconds(2))
        #expect(answered.deadline == start + .seconds(62))
        #expect(session.advance(to: start + .seconds(10)).first == .close)
    }

    @Test("reports prove that a watch works which is not confirmed", arguments: [true, false])
    func unconfirmed(isGreeted: Bool) {
        var session = session()
        _ = session.advance(to: start)
        session.connected(at: start)
        if isGreeted { _ = session.received(.version("3.22"), at: start) }
        session.receivedReports(at: start + .seconds(3))
        #expect(session.deadline == start + .seconds(63))
        // Its banner a second time changes nothing.
        #expect(session.received(.version("3.22"), at: start + .seconds(4)) == [])
    }

    @Test("a list of devices in place of the greeting is an answer to the watch")
    func devicesFirst() {
        var session = session()
        _ = session.advance(to: start)
        session.connected(at: start)
        var early = session
        #expect(early.received(.devices(["/dev/a"]), at: start).first == .send(GPSDSession.watchCommand))
        _ = session.advance(to: start + .seconds(1))
        let actions = session.received(.devices(["/dev/a"]), at: start + .seconds(1))
        #expect(!actions.contains(.send(GPSDSession.watchCommand)))
        // Its first report may come later than a greeting.
        #expect(session.advance(to: start + .seconds(12)) == [])
        session.receivedReports(at: start + .seconds(13))
        #expect(session.deadline == start + .seconds(73))
    }

    @Test("a list of devices is enough if the receiver has nothing to report yet")
    func devicesOnly() {
        var session = session()
        _ = session.advance(to: start)
        session.connected(at: start)
        _ = session.received(.version("3.22"), at: start)
        _ = session.received(.devices(["/dev/a"]), at: start)
        #expect(session.advance(to: start + .seconds(20)) == [])
        #expect(session.deadline == start + .seconds(80))
    }

    private struct Missing: Error {}
}
