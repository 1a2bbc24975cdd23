import Synchronization
import Testing

@testable import Linux

struct MailboxTests {
    @Test("merged changes form one item, and the newest wins")
    func merge() {
        let mailbox = Mailbox<[Int]>()
        mailbox.merge(into: []) { $0.append(1) }
        mailbox.merge(into: []) { $0.append(2) }
        #expect(mailbox.dequeueNow() == [1, 2])
        #expect(mailbox.dequeueNow() == nil)
        mailbox.merge(into: [7]) { _ in }
        #expect(mailbox.dequeueNow() == [7])
    }

    @Test("the receiver's function is called after each arrival, and not once removed")
    func onArrival() {
        let mailbox = Mailbox<Int>()
        let seen = Mutex<[Int?]>([])
        mailbox.merge(into: 1) { _ in }
        mailbox.onArrival { [unowned mailbox] in seen.withLock { $0.append(mailbox.dequeueNow()) } }
        mailbox.merge(into: 0) { $0 += 1 }
        #expect(mailbox.enqueue(3))
        mailbox.onArrival(nil)
        mailbox.merge(into: 4) { _ in }
        #expect(seen.withLock { $0 } == [2, 3])
        #expect(mailbox.dequeue() == 4)
    }

    @Test("a mailbox that never waits replaces its item and returns nil where it is empty")
    func neverWaits() {
        let mailbox = Mailbox<Int>()
        #expect(mailbox.dequeue() == nil)
        #expect(mailbox.enqueue(1))
        #expect(mailbox.enqueue(2))
        #expect(mailbox.dequeue() == 2)
        mailbox.close()
        #expect(!mailbox.enqueue(3))
        #expect(mailbox.dequeue() == nil)
    }

    @Test("an item from before the close is still dequeued, then nil")
    func drain() throws {
        let mailbox = try Mailbox<Int>.blocking()
        #expect(mailbox.enqueue(1))
        mailbox.close()
        #expect(!mailbox.enqueue(2))
        #expect(mailbox.dequeue() == 1)
        #expect(mailbox.dequeue() == nil)
    }

    @Test("every enqueued item arrives in order, and one waits at most")
    func bounded() throws {
        let mailbox = try Mailbox<Int>.blocking()
        let sent = Mutex(0)
        let sender = try WorkerThread(name: "sender") {
            for number in 1...1000 where mailbox.enqueue(number) { sent.withLock { $0 = number } }
            mailbox.close()
        }
        var received = 0
        while let number = mailbox.dequeue() {
            #expect(number == received + 1)
            received = number
            // The item in the mailbox, and the one that the sender has not counted yet.
            #expect(sent.withLock { $0 } <= received + 1)
        }
        sender.join()
        #expect(received == 1000)
    }

    @Test("a waiting receiver is woken for the last of many changes")
    func woken() throws {
        let mailbox = try Mailbox<Int>.blocking()
        let sender = try WorkerThread(name: "sender") {
            for _ in 1...1000 { mailbox.merge(into: 0) { $0 += 1 } }
            mailbox.close()
        }
        var sum = 0
        while let count = mailbox.dequeue() { sum += count }
        sender.join()
        #expect(sum == 1000)
    }

    @Test("a waiting sender is woken by the close")
    func closedByReceiver() throws {
        let mailbox = try Mailbox<Int>.blocking()
        let results = Mutex<[Bool]>([])
        let sender = try WorkerThread(name: "sender") {
            for number in 1...2 {
                let isEnqueued = mailbox.enqueue(number)
                results.withLock { $0.append(isEnqueued) }
            }
        }
        while results.withLock({ $0.isEmpty }) { _ = Poll.wait([], timeout: .milliseconds(1)) }
        mailbox.close()
        sender.join()
        #expect(results.withLock { $0 } == [true, false])
    }
}
