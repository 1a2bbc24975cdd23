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
}
