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
    private let words = Words()
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
            tell: words.take)
    }

    @Test("what happens is an entry for each webhook that wants it, in its order")
    func entries() throws {
        var queue = queue([try .sample("a"), try .sample("b", events: [.leave])])
        queue.enqueue(.sample(.enter))
        queue.enqueue(.sample(.leave))
        let names = try directory.names()
        #expect(names.invalid.isEmpty)
        #expect(names.entries.map(\.description).map { $0.dropFirst(15) } == ["1-a.json", "2-a.json", "3-b.json"])
        let entries = try names.entries.map(directory.read)
        #expect(entries.map(\.occurrence) == [.sample(.enter), .sample(.leave), .sample(.leave)])
        #expect(Set(entries.map(\.id)).count == 3 && entries.allSatisfy { $0.queued == Self.queued })
        #expect(words.all == [])
        let status = try FileStatus(of: "\(directory.path)/\(names.entries[0])")
        #expect(status.mode == 0o640)
    }

    @Test("without a webhook that wants it nothing is made")
    func nobody() throws {
        var queue = queue([try .sample("a", events: [.lost])])
        queue.enqueue(.sample(.enter))
        #expect(scratch.names == [])
        #expect(try directory.names().isEmpty)
    }

    @Test("a queue that is there is gone on with, and what a crash has left half-written goes")
    func again() throws {
        var first = queue([try .sample("a")])
        first.enqueue(.sample(.enter))
        try scratch.write("state/webhooks/.0000000000000002-a.json.new", Array("{".utf8))
        var second = queue([try .sample("a")])
        second.enqueue(.sample(.leave))
        #expect(try directory.names().entries.map(\.number) == [1, 2])
        #expect(try DirectoryListing.names(in: directory.path).count == 2)
    }

    @Test("numbers go on where entries have been sent meanwhile")
    func numbers() throws {
        var queue = queue([try .sample("a")])
        queue.enqueue(.sample(.enter))
        try directory.remove(QueueName(number: 1, webhook: "a"))
        queue.enqueue(.sample(.leave))
        #expect(try directory.names().entries.map(\.number) == [2])
    }

    @Test("a number that nobody has counted up to does not leave what happens without one")
    func odd() throws {
        try Directory.create(directory.path, mode: 0o750)
        try scratch.write("state/webhooks/9999999999999999-a.json", Array("{}".utf8))
        try scratch.write("state/webhooks/0000000000000007-a.json", Array("{}".utf8))
        var queue = queue([try .sample("a")])
        queue.enqueue(.sample(.enter))
        let names = try directory.names()
        #expect(names.invalid == [] && names.entries.map(\.number) == [7, 8, 9_999_999_999_999_999])
    }

    @Test("what looks half-written and cannot be taken away keeps nothing from being written")
    func immovable() throws {
        try Directory.create(directory.path + "/.odd.new/in it", mode: 0o750)
        var queue = queue([try .sample("a")])
        queue.enqueue(.sample(.enter))
        #expect(try directory.names().entries.map(\.number) == [1])
        #expect(words.all == [])
    }

    @Test("where a webhook has as many entries as it may, the oldest makes room, and no other's does")
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
        #expect(words.all == ["webhook a: 1000 events wait to be sent, the oldest is dropped"])
    }

    @Test("what the disk does not take waits in memory, and is written in its order when it does")
    func held() throws {
        try scratch.write("state", [])
        var queue = queue([try .sample("a")])
        for _ in 0...WebhookQueue.maxUnwritten { queue.enqueue(.sample(.enter)) }
        #expect(queue.hasUnwritten)
        #expect(words.all.count == 2)
        #expect(words.all.first?.hasSuffix("what happens waits in memory") == true)
        #expect(words.all.last?.hasSuffix("the oldest is lost") == true)
        try DirectoryEntry.remove(scratch.file("state"))
        queue.flush()
        #expect(!queue.hasUnwritten)
        #expect(try directory.names().entries.count == WebhookQueue.maxUnwritten)
    }

    @Test("what waits in memory is tried once more at the end, and what is lost then is told")
    func lost() throws {
        try scratch.write("state", [])
        var queue = queue([try .sample("a")])
        for _ in 0..<3 { queue.enqueue(.sample(.enter)) }
        var other = queue
        other.finish()
        #expect(words.all.last == "webhooks: 3 events could not be written, and are lost")
        #expect(!other.hasUnwritten)
        try DirectoryEntry.remove(scratch.file("state"))
        queue.finish()
        #expect(try directory.names().entries.count == 3)
        #expect(words.all.count == 2)
    }

    @Test("an entry is read as it was written")
    func roundTrip() throws {
        let entry = QueueEntry(
            id: String(repeating: "0a", count: 16), queued: Self.queued, occurrence: .sample(.dragging))
        #expect(try QueueEntry(decoding: entry.bytes) == entry)
        #expect(String(decoding: entry.bytes, as: UTF8.self).hasPrefix("{\"id\":\"0a0a"))
    }

    @Test(
        "what is no entry is damage, whatever it is",
        arguments: ["", "{", "[]", "{\"id\":\"0\"}", "null", String(repeating: "[", count: 5000)])
    func damage(text: String) throws {
        #expect(throws: (any Error).self) { try QueueEntry(decoding: Array(text.utf8)) }
    }

    @Test(
        "an entry whose identifier or moment makes no sense is damage",
        arguments: [
            ("0a0a", "0a\\r\\n"), ("2026", "x026"), ("\"enter\"", "\"fly\""), ("0a0a", "0A0a"), ("144.96", "444.96"),
        ])
    func nonsense(part: String, other: String) throws {
        let entry = QueueEntry(id: String(repeating: "0a", count: 16), queued: Self.queued, occurrence: .sample(.enter))
        let text = String(decoding: entry.bytes, as: UTF8.self)
        let changed = text.replacing(part, with: other, maxReplacements: 1)
        try #require(changed != text)
        #expect(throws: (any Error).self) { try QueueEntry(decoding: Array(changed.utf8)) }
    }

    @Test("a name that is no text is none that anybody could send, and goes")
    func namesWithoutText() throws {
        try directory.prepare()
        let script = "cd '\(directory.path)' && touch \"$(printf '\\377')\" && mkdir -p \"$(printf '\\376')/x\""
        #expect(try ProgramOutput.capture("sh", ["-c", script], within: .seconds(20)).status == .exited(0))
        #expect(try directory.names().isEmpty)
        #expect(try DirectoryListing.names(in: directory.path).allSatisfy { $0.hasPrefix(".") })
    }

    @Test(
        "what cannot be put aside, since that is on another disk, is out of the queue all the same",
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

    @Test("what is put aside leaves the queue, and does not grow for ever")
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
