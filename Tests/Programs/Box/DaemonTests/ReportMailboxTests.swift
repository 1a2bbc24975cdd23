import Basics
import Linux
import Location
import Synchronization
import Testing

@testable import Daemon

struct ReportMailboxTests {
    private func publication(_ sequence: UInt64, drawsPage: Bool = false) -> PendingReport {
        let report = Report(state: .live, since: Timestamp(milliseconds: 0), sequence: sequence)
        return PendingReport(report: report, drawsPage: drawsPage)
    }

    @Test("the newest report replaces a waiting one, and a due page stays due")
    func newest() throws {
        let mailbox = try ReportMailbox.blocking()
        mailbox.publish(publication(1, drawsPage: true))
        mailbox.publish(publication(2))
        let taken = mailbox.dequeue()?.pending
        #expect(taken?.report.sequence == 2)
        #expect(taken?.drawsPage == true)
        mailbox.publish(publication(3))
        #expect(mailbox.dequeue()?.pending?.drawsPage == false)
    }

    @Test("content enqueued before the close is still dequeued, then nothing")
    func closed() throws {
        let mailbox = try ReportMailbox.blocking()
        mailbox.publish(publication(1))
        mailbox.close()
        #expect(mailbox.dequeue()?.pending?.report.sequence == 1)
        #expect(mailbox.dequeue() == nil)
    }

    @Test("a waiting thread is woken for each report")
    func threads() throws {
        let mailbox = try ReportMailbox.blocking()
        let last = Mutex<UInt64>(0)
        let thread = try WorkerThread(name: "test-mailbox") {
            while let delivery = mailbox.dequeue() { last.withLock { $0 = delivery.pending?.report.sequence ?? 0 } }
        }
        for number in 1...1000 { mailbox.publish(publication(UInt64(number))) }
        mailbox.close()
        thread.join()
        #expect(last.withLock { $0 } == 1000)
    }
}
