import Basics
import Configuration
import Linux
import Location
import Synchronization
import TestSupport
import Testing

@testable import Webhooks

struct WebhookQueueTests {
    private let scratch: ScratchDirectory
    private let messages = MessageLog()
    private static let queued = Timestamp(milliseconds: 1_790_000_000_000)

    init() throws {
        scratch = try ScratchDirectory()
    }

    private var directory: QueueDirectory {
        QueueDirectory(path: scratch.file("state/webhooks"), damaged: scratch.file("state/damaged"))
    }

    private func queue(_ webhooks: [WebhookSettings]) -> WebhookQueue {
        WebhookQueue(
            directory: directory.path, damaged: directory.damaged, webhooks: webhooks, now: { Self.queued },
            log: messages.append)
    }

    @Test("an event becomes an entry for each subscribed webhook, in order")
    func entries() throws {
        var queue = queue([try .sample("a"), try .sample("b", events: [.leave])])
        queue.enqueue(.sample(.enter))
        queue.enqueue(.sample(.leave))
        let names = try directory.names()
        #expect(names.invalid.isEmpty)
        #expect(names.entries.map(\.description).map { $0.dropFirst(15) } == ["1-a.json", "2-a.json", "3-b.json"])
        let entries = try names.entries.map(directory.read)
        #expect(entries.map(\.event) == [.sample(.enter), .sample(.leave), .sample(.leave)])
        #expect(Set(entries.map(\.id)).count == 3 && entries.allSatisfy { $0.queued == Self.queued })
        #expect(messages.all == [])
        let status = try FileStatus(of: "\(directory.path)/\(names.entries[0])")
        #expect(status.mode == 0o640)
    }

    @Test("without a subscribed webhook nothing is created")
    func noSubscriber() throws {
        var queue = queue([try .sample("a", events: [.lost])])
        queue.enqueue(.sample(.enter))
        self.queue([]).prepare()
        #expect(scratch.names == [])
        #expect(try directory.names().isEmpty)
    }

    @Test("the sender, of the same group, may remove entries and move damaged ones, also of an earlier version's queue")
    func modes() throws {
        try Directory.create(directory.path, mode: 0o750)
        queue([]).prepare()
        queue([try .sample("a")]).prepare()
        for path in [directory.path, directory.damaged] { #expect(try FileStatus(of: path).mode == 0o770, "\(path)") }
        #expect(try FileStatus(of: scratch.file("state")).mode & 0o020 == 0)
        #expect(messages.all == [])
    }

    @Test("an existing queue is continued, and partial files are removed")
    func again() throws {
        var first = queue([try .sample("a")])
        first.enqueue(.sample(.enter))
        try scratch.write("state/webhooks/.0000000000000002-a.json.new", Array("{".utf8))
        var second = queue([try .sample("a")])
        second.enqueue(.sample(.leave))
        #expect(try directory.names().entries.map(\.number) == [1, 2])
        #expect(try DirectoryListing.names(in: directory.path).count == 2)
    }

    @Test("numbers continue after entries were sent")
    func numbers() throws {
        var queue = queue([try .sample("a")])
        queue.enqueue(.sample(.enter))
        try directory.remove(QueueName(number: 1, webhook: "a"))
        queue.enqueue(.sample(.leave))
        #expect(try directory.names().entries.map(\.number) == [2])
    }

    @Test("a foreign maximum number leaves room for events")
    func odd() throws {
        try Directory.create(directory.path, mode: 0o750)
        try scratch.write("state/webhooks/9999999999999999-a.json", Array("{}".utf8))
        try scratch.write("state/webhooks/0000000000000007-a.json", Array("{}".utf8))
        var queue = queue([try .sample("a")])
        queue.enqueue(.sample(.enter))
        let names = try directory.names()
        #expect(names.invalid == [] && names.entries.map(\.number) == [7, 8, 9_999_999_999_999_999])
    }

    @Test("a partial file that cannot be removed blocks nothing")
    func immovable() throws {
        try Directory.create(directory.path + "/.odd.new/in it", mode: 0o750)
        var queue = queue([try .sample("a")])
        queue.enqueue(.sample(.enter))
        #expect(try directory.names().entries.map(\.number) == [1])
        #expect(messages.all == [])
    }

    @Test("at the limit of a webhook, its own oldest entry is dropped")
    func bounded() throws {
        var queue = queue([try .sample("b")])
        queue.enqueue(.sample(.enter))
        for number in 2...UInt64(WebhookQueue.maxWaiting + 1) {
            try scratch.write("state/webhooks/\(QueueName(number: number, webhook: "a"))", [])
        }
        var other = self.queue([try .sample("a")])
        other.enqueue(.sample(.leave))
        let names = try directory.names().entries
        #expect(names.filter { $0.webhook == "a" }.count == WebhookQueue.maxWaiting)
        #expect(names.map(\.number).prefix(2) == [1, 3] && names.last?.number == 1002)
        #expect(messages.all == ["webhook a: 1000 events wait to be sent, oldest dropped"])
    }

    @Test("events wait in memory while writes fail, and are written in order later")
    func held() throws {
        try scratch.write("state", [])
        var queue = queue([try .sample("a")])
        for _ in 0...WebhookQueue.maxUnwritten { queue.enqueue(.sample(.enter)) }
        #expect(queue.hasUnwritten)
        #expect(messages.all.count == 2)
        #expect(messages.all.first?.hasSuffix("events wait in memory") == true)
        #expect(messages.all.last?.hasSuffix("oldest dropped") == true)
        try DirectoryEntry.remove(scratch.file("state"))
        queue.flush()
        #expect(!queue.hasUnwritten)
        #expect(try directory.names().entries.count == WebhookQueue.maxUnwritten)
    }

    @Test("events in memory are retried at the end, and a loss is logged")
    func lost() throws {
        try scratch.write("state", [])
        var queue = queue([try .sample("a")])
        for _ in 0..<3 { queue.enqueue(.sample(.enter)) }
        var other = queue
        other.finish()
        #expect(messages.all.last == "webhooks: 3 events could not be written and are lost")
        #expect(!other.hasUnwritten)
        try DirectoryEntry.remove(scratch.file("state"))
        queue.finish()
        #expect(try directory.names().entries.count == 3)
        #expect(messages.all.count == 2)
    }

    @Test("an entry round-trips")
    func roundTrip() throws {
        let entry = QueueEntry(
            id: String(repeating: "0a", count: 16), queued: Self.queued, event: .sample(.dragging))
        #expect(try QueueEntry(decoding: entry.bytes) == entry)
        #expect(String(decoding: entry.bytes, as: UTF8.self).hasPrefix("{\"id\":\"0a0a"))
    }

    @Test(
        "an invalid file is no entry",
        arguments: ["", "{", "[]", "{\"id\":\"0\"}", "null", String(repeating: "[", count: 5000)])
    func damage(text: String) throws {
        #expect(throws: (any Error).self) { try QueueEntry(decoding: Array(text.utf8)) }
    }

    @Test(
        "an entry with an invalid identifier or time is rejected",
        arguments: [
            ("0a0a", "0a\\r\\n"), ("2026", "x026"), ("\"enter\"", "\"fly\""), ("0a0a", "0A0a"), ("144.96", "444.96"),
        ])
    func nonsense(part: String, other: String) throws {
        let entry = QueueEntry(id: String(repeating: "0a", count: 16), queued: Self.queued, event: .sample(.enter))
        let text = String(decoding: entry.bytes, as: UTF8.self)
        let changed = text.replacing(part, with: other, maxReplacements: 1)
        try #require(changed != text)
        #expect(throws: (any Error).self) { try QueueEntry(decoding: Array(changed.utf8)) }
    }

    @Test("a name that is not UTF-8 is removed")
    func namesWithoutText() throws {
        try directory.prepare()
        let script = "cd '\(directory.path)' && touch \"$(printf '\\377')\" && mkdir -p \"$(printf '\\376')/x\""
        #expect(try ProgramOutput.capture("sh", ["-c", script], within: .seconds(20)).status == .exited(0))
        #expect(try directory.names().isEmpty)
        #expect(try DirectoryListing.names(in: directory.path).allSatisfy { $0.hasPrefix(".") })
    }

    @Test(
        "a file that cannot be moved to another file system leaves the queue all the same",
        .enabled(if: SmallDisk.isPossible, "only root may mount a disk"))
    func asideElsewhere() throws {
        let disk = try SmallDisk(bytes: 1 << 20)
        let directory = QueueDirectory(path: directory.path, damaged: disk.file("damaged"))
        try directory.prepare()
        for (name, count) in [("short", 1 << 10), ("long", 1 << 21)] {
            try scratch.write("state/webhooks/\(name)", [UInt8](repeating: 0, count: count))
        }
        for name in ["empty", "full", "full/x"] { try Directory.create("\(directory.path)/\(name)", mode: 0o750) }
        let pipe = try ProgramOutput.capture("mkfifo", ["\(directory.path)/pipe"], within: .seconds(20))
        #expect(pipe.status == .exited(0))
        let fates = try ["short", "long", "empty", "full", "pipe"].map(directory.quarantine)
        #expect(fates == [.quarantined, .removed, .removed, .hidden, .removed])
        #expect(try directory.names().isEmpty)
        #expect(try DirectoryListing.names(in: directory.damaged) == ["short"])
    }

    @Test("quarantined files leave the queue, and are limited")
    func aside() throws {
        var queue = queue([try .sample("a")])
        queue.enqueue(.sample(.enter))
        for number in 0..<QueueDirectory.maxDamaged { try scratch.write("state/damaged/\(1000 + number)", []) }
        try scratch.write("state/webhooks/x", [1])
        #expect(try directory.quarantine("x") == .quarantined)
        let names = try DirectoryListing.names(in: directory.damaged)
        #expect(names.count == QueueDirectory.maxDamaged && names.contains("x") && !names.contains("1000"))
        #expect(try directory.names().invalid == [])
    }
}
