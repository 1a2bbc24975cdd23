import Linux
import Testing

struct WakeSignalTests {
    private func isRaised(_ signal: WakeSignal) -> Bool { Poll.wait([signal.interest], timeout: .zero) == [true] }

    @Test("a signal stays until it is cleared, however often it was raised")
    func quiet() throws {
        let signal = try WakeSignal()
        #expect(!isRaised(signal))
        signal.signal()
        signal.signal()
        #expect(isRaised(signal) && !signal.isStopping)
        signal.clear()
        #expect(!isRaised(signal))
        signal.signal()
        #expect(isRaised(signal))
    }

    @Test("a request to stop outlives a clear")
    func stop() throws {
        let signal = try WakeSignal()
        signal.signal()
        signal.clear()
        signal.stop()
        #expect(isRaised(signal) && signal.isStopping)
        signal.clear()
        #expect(isRaised(signal) && signal.isStopping)
    }

    @Test("a wait ends with the signal and clears it, or ends with the timeout")
    func wait() throws {
        let signal = try WakeSignal()
        #expect(!signal.wait(atMost: .milliseconds(1)))
        signal.signal()
        #expect(signal.wait(atMost: .seconds(20)))
        #expect(!signal.wait(atMost: .zero))
    }
}
