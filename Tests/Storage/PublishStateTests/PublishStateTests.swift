import Basics
import Delivery
import Linux
import TestSupport
import Testing

@testable import PublishState

struct CursorFileTests {
    private func paths(_ directory: borrowing ScratchDirectory) throws -> PublishPaths {
        let paths = PublishPaths(state: "\(directory.path)/state", runtime: "\(directory.path)/run")
        try paths.prepare()
        return paths
    }

    @Test("a cursor is read as it was written")
    func roundTrip() throws {
        let directory = try ScratchDirectory()
        let file = CursorFile(try paths(directory), name: "my van/1")
        #expect(try file.read() == nil)
        var cursor = DeliveryCursor(
            end: FixPosition(time: Timestamp(milliseconds: 1_790_000_000_250), device: "/dev/ttyUSB0"),
            since: Timestamp(milliseconds: -5), lateID: 7, history: "abcd")
        cursor.isFinal = true
        cursor.events = Timestamp(milliseconds: 1_790_000_000_000)
        cursor.spans = [
            LateSpan(device: nil, first: Timestamp(milliseconds: 1), last: Timestamp(milliseconds: 2)),
            LateSpan(
                device: "ä\"", first: Timestamp(milliseconds: 3), last: Timestamp(milliseconds: 3),
                delivered: FixPosition(time: Timestamp(milliseconds: 3), device: "")),
        ]
        try file.write(cursor)
        #expect(try file.read() == cursor)
    }

    @Test(
        "a damaged cursor is an error and not a new start, and can be set aside",
        arguments: ["", "{}", #"{"late":1,"final":true,"spans":[{"first":2,"last":1}]}"#, "[]", "{\"late\":1"])
    func damaged(text: String) throws {
        let directory = try ScratchDirectory()
        let paths = try paths(directory)
        try AtomicFile.replace(paths.cursor(of: "a"), with: Array(text.utf8), mode: 0o600)
        let file = CursorFile(paths, name: "a")
        #expect(throws: CursorFileError.self) { try file.read() }
        try file.setAside()
        #expect(try file.read() == nil)
    }

    @Test("names cannot leave the directory, and differ where the destinations do")
    func names() {
        #expect(PublishPaths.fileName("../etc") == "%2e%2e%2fetc")
        #expect(
            PublishPaths.fileName("Van-1") == "Van-1" && PublishPaths.fileName("a%2e") != PublishPaths.fileName("a."))
    }
}

struct PublishStatusTests {
    @Test("a status is read as it was written, and nothing else is one")
    func roundTrip() throws {
        let directory = try ScratchDirectory()
        let paths = PublishPaths(state: directory.path, runtime: directory.path)
        #expect(try PublishStatus.read(paths) == nil)
        var destination = PublishStatus.Destination(name: "home", isCaughtUp: false)
        destination.lastSuccess = Timestamp(milliseconds: 1000)
        destination.problem = "answered 500"
        destination.since = Timestamp(milliseconds: 2000)
        destination.rejected = 3
        let status = PublishStatus(destinations: [destination, .init(name: "b", isCaughtUp: true)])
        try status.write(paths)
        #expect(try PublishStatus.read(paths) == status)
        try AtomicFile.replace(paths.status, with: Array("[1]".utf8), mode: 0o600)
        #expect(try PublishStatus.read(paths) == nil)
    }
}

struct PublishRequestTests {
    @Test("requests are taken once, and what is none is removed")
    func take() throws {
        let directory = try ScratchDirectory()
        let paths = PublishPaths(state: directory.path, runtime: directory.path)
        try paths.prepare()
        let requests = [
            PublishRequest(.rewind, name: "a", moment: Timestamp(milliseconds: 5)),
            PublishRequest(.skip, name: "b c", moment: Timestamp(milliseconds: -5)),
        ]
        for request in requests { try request.write(paths) }
        try AtomicFile.replace("\(paths.requests)/x", with: Array("{\"kind\":\"drop\"}".utf8), mode: 0o600)
        #expect(Set(try PublishRequest.take(paths)) == Set(requests))
        #expect(try PublishRequest.take(paths).isEmpty && DirectoryListing.names(in: paths.requests).isEmpty)
    }
}
