import Basics
import Linux
import Testing

struct ClockChangeFDTests {
    @Test("the signal is quiet while the clock is not set, and clearing it then waits for nothing")
    func quiet() throws {
        let change = try ClockChangeFD()
        for _ in 0..<2 {
            #expect(Poll.wait([.readable(change.descriptor)], timeout: .zero) == [false])
            change.clear()
        }
    }

    @Test("the kernel cancels it when the clock is set: TFD_TIMER_ABSTIME and TFD_TIMER_CANCEL_ON_SET are in force")
    func armed() throws {
        let change = try ClockChangeFD()
        let bytes = try FileContents.read("/proc/self/fdinfo/\(change.descriptor.number)")
        #expect(String(decoding: bytes, as: UTF8.self).contains("settime flags: 03"))
    }
}
