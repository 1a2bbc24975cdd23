import Basics
import Linux
import Location
import Synchronization
import Testing

@testable import Daemon

struct ReportMailboxTests {
    private func publication(_ sequence: UInt64, drawsPage: Bool = false) -> Publication {
        let report = Report(state: .live, since: Timestamp(milliseconds: 0), sequence: sequence)
        return Publication(report: report, drawsPage: drawsPage)
    }

    @Test("the newest replaces what was not fetched, and a page that was due stays due")
    func newest() throws {
        let mailbox = try ReportMailbox()
        mailbox.put(publication(1, drawsPage: true))
        mailbox.put(publication(2))
        let taken = mailbox.take()?.publication
        #expect(taken?.report.sequence == 2)
        #expect(taken?.drawsPage == true)
        mailbox.put(publication(3))
        #expect(mailbox.take()?.publication?.drawsPage == false)
    }

    @Test("what was put in before the end is still handed out, and then nothing")
    func closed() throws {
        let mailbox = try ReportMailbox()
        mailbox.put(publication(1))
        mailbox.close()
        #expect(mailbox.take()?.publication?.report.sequence == 1)
        #expect(mailbox.take() == nil)
    }

    @Test("a thread that waits is woken for each")
    func threads() throws {
        let mailbox = try ReportMailbox()
        let last = Mutex<UInt64>(0)
        let thread = try WorkerThread(name: "test-mailbox") {
            while let delivery = mailbox.take() { last.withLock { $0 = delivery.publication?.report.sequence ?? 0 } }
        }
        for number in 1...1000 { mailbox.put(publication(UInt64(number))) }
        mailbox.close()
        thread.join()
        #expect(last.withLock { $0 } == 1000)
    }
}
