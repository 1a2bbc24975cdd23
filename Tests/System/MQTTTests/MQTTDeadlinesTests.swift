import Testing

@testable import MQTT

struct MQTTDeadlinesTests {
    private func connected(at now: Duration = .seconds(100)) -> MQTTDeadlines {
        var settings = MQTTSettings(host: "broker", clientID: "van")
        settings.acknowledgementTimeout = .seconds(40)
        var deadlines = MQTTDeadlines(settings, now: now)
        deadlines.connect(serverKeepAlive: nil, now: now)
        return deadlines
    }

    @Test("an attempt ends after its timeout")
    func connecting() {
        let deadlines = MQTTDeadlines(MQTTSettings(host: "broker", clientID: "van"), now: .seconds(100))
        #expect(deadlines.next(isUnhurried: false) == .seconds(130))
        #expect(deadlines.failure(at: .seconds(129)) == nil)
        #expect(deadlines.failure(at: .seconds(130)) != nil)
    }

    @Test("an idle connection wakes for its keepalive alone")
    func idle() {
        var deadlines = connected()
        #expect(deadlines.next(isUnhurried: false) == .seconds(161))
        deadlines.recordPing(.seconds(150))
        #expect(deadlines.next(isUnhurried: true) == .seconds(161))
        deadlines.recordPing(.seconds(161))
        #expect(deadlines.next(isUnhurried: true) == .seconds(222))
    }

    @Test("the broker may choose another keepalive")
    func serverKeepAlive() {
        var deadlines = connected()
        deadlines.connect(serverKeepAlive: .seconds(10), now: .seconds(100))
        #expect(deadlines.next(isUnhurried: false) == .seconds(111))
    }

    @Test("after a suspension the connection counts as lost at once")
    func suspension() {
        let deadlines = connected()
        #expect(deadlines.failure(at: .seconds(191)) == nil)
        #expect(deadlines.failure(at: .seconds(192)) != nil)
    }

    @Test("acknowledgements wait 20 s at most, and only those of an unhurried owner")
    func unhurried() {
        var deadlines = connected()
        #expect(!deadlines.mayWait)
        deadlines.recordPublication(.seconds(110))
        #expect(deadlines.mayWait)
        #expect(deadlines.next(isUnhurried: true) == .seconds(130))
        #expect(deadlines.next(isUnhurried: false) == .seconds(150))
        deadlines.recordReading(isAcknowledged: true, isComplete: true, now: .seconds(111))
        #expect(!deadlines.mayWait)
        #expect(deadlines.next(isUnhurried: true) == .seconds(161))
    }

    @Test("each acknowledgement extends the time for the others")
    func progress() {
        var deadlines = connected()
        deadlines.recordPublication(.seconds(110))
        deadlines.recordOutput(.seconds(110))
        #expect(deadlines.failure(at: .seconds(149)) == nil)
        #expect(deadlines.failure(at: .seconds(150)) != nil)
        deadlines.recordReading(isAcknowledged: true, isComplete: false, now: .seconds(140))
        #expect(deadlines.failure(at: .seconds(179)) == nil)
        deadlines.recordReading(isAcknowledged: false, isComplete: false, now: .seconds(179))
        #expect(deadlines.failure(at: .seconds(180)) != nil)
        deadlines.recordReading(isAcknowledged: true, isComplete: true, now: .seconds(180))
        #expect(deadlines.failure(at: .seconds(190)) == nil)
    }

    @Test("a connection that is left ends after two seconds")
    func leaving() {
        var deadlines = connected()
        deadlines.leave(now: .seconds(110))
        #expect(deadlines.next(isUnhurried: true) == .seconds(112))
        #expect(deadlines.failure(at: .seconds(112)) == "closed")
    }
}
