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
            since: Timestamp(milliseconds: 5), lateID: 7, history: "abcd")
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
        arguments: [
            "", "{}", #"{"late":1,"final":true,"spans":[{"first":2,"last":1}]}"#, "[]", "{\"late\":1",
            #"{"late":1,"final":true,"spans":[],"end":{"time":9223372036854775807,"device":""}}"#,
            #"{"late":1,"final":true,"spans":[],"end":{"time":-1,"device":""}}"#,
            #"{"late":1,"final":true,"spans":[],"since":253402300800000}"#,
            #"{"late":1,"final":true,"spans":[],"events":9223372036854775807}"#,
            #"{"late":1,"final":true,"spans":[{"first":-9223372036854775808,"last":1}]}"#,
            #"{"late":1,"final":true,"spans":[{"first":1,"last":9223372036854775807}]}"#,
            #"{"late":1,"final":true,"spans":[{"first":1,"last":2,"delivered":{"time":-1,"device":""}}]}"#,
        ])
    func damaged(text: String) throws {
        let directory = try ScratchDirectory()
        let paths = try paths(directory)
        try AtomicFile.replace(paths.cursor(of: "a"), with: Array(text.utf8), mode: 0o600)
        let file = CursorFile(paths, name: "a")
        #expect(throws: CursorFileError.self) { try file.read() }
        try file.setAside()
        #expect(try file.read() == nil)
    }

    @Test("a password that an earlier version has stored is removed when the cursor is opened")
    func credentials() throws {
        let directory = try ScratchDirectory()
        let paths = try paths(directory)
        let text =
            #"{"end":{"time":5,"device":"ntrip://joe:s3cret@h/M"},"late":1,"final":true,"spans":[{"device":"tcp://a@h","#
            + #""first":1,"last":2,"delivered":{"time":1,"device":"tcp://a@h"}}]}"#
        try AtomicFile.replace(paths.cursor(of: "a"), with: Array(text.utf8), mode: 0o600)
        let cursor = try CursorFile(paths, name: "a").open()
        #expect(cursor?.end?.device == "ntrip://h/M" && cursor?.spans.first?.device == "tcp://h")
        let stored = String(decoding: try FileContents.read(paths.cursor(of: "a")), as: UTF8.self)
        #expect(!stored.contains("s3cret") && !stored.contains("@"))
    }

    @Test("limits from before 1970, which earlier versions have stored, are no damage")
    func earlyLimits() throws {
        let directory = try ScratchDirectory()
        let paths = try paths(directory)
        let text = #"{"late":1,"final":true,"spans":[],"since":-5,"events":-1}"#
        try AtomicFile.replace(paths.cursor(of: "a"), with: Array(text.utf8), mode: 0o600)
        let cursor = try CursorFile(paths, name: "a").read()
        #expect(cursor?.since == Timestamp(milliseconds: 0) && cursor?.events == Timestamp(milliseconds: 0))
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
    private func paths(_ directory: borrowing ScratchDirectory) throws -> PublishPaths {
        let paths = PublishPaths(state: directory.path, runtime: directory.path)
        try paths.prepare()
        return paths
    }

    private func write(_ text: String, _ name: String, _ paths: PublishPaths) throws {
        try AtomicFile.replace("\(paths.requests)/\(name)", with: Array(text.utf8), mode: 0o600)
    }

    @Test("requests are taken once, and what is none is removed")
    func take() throws {
        let directory = try ScratchDirectory()
        let paths = try paths(directory)
        let requests = [
            PublishRequest(.rewind, name: "a", moment: Timestamp(milliseconds: 5)),
            PublishRequest(.skip, name: "b c", moment: Timestamp(milliseconds: -5)),
        ]
        for request in requests { try request.write(paths) }
        try write("{\"kind\":\"drop\"}", "x", paths)
        let now = SystemClock.now().wallClock
        #expect(Set(try PublishRequest.take(paths, at: now)) == Set(requests))
        #expect(try PublishRequest.take(paths, at: now).isEmpty && DirectoryListing.names(in: paths.requests).isEmpty)
    }

    @Test(
        "a request for a time outside of 1970 to 9999, or in the future, is none",
        arguments: [.min, -1, 253_402_300_799_999, 253_402_300_800_000, .max] as [Int64])
    func times(milliseconds: Int64) throws {
        let directory = try ScratchDirectory()
        let paths = try paths(directory)
        try write(#"{"name":"x","kind":"skip","moment":\#(milliseconds)}"#, "x", paths)
        #expect(try PublishRequest.take(paths, at: SystemClock.now().wallClock).isEmpty)
        #expect(try DirectoryListing.names(in: paths.requests).isEmpty)
    }

    @Test("hidden files hold no request, and those that nobody writes any more are removed")
    func hidden() throws {
        let directory = try ScratchDirectory()
        let paths = try paths(directory)
        for number in 0..<120 { try write("", ".\(number)", paths) }
        let request = PublishRequest(.skip, name: "a", moment: Timestamp(milliseconds: 5))
        try request.write(paths)
        let now = SystemClock.now().wallClock
        #expect(try PublishRequest.take(paths, at: now) == [request])
        #expect(try DirectoryListing.names(in: paths.requests).count == 120)
        #expect(try PublishRequest.take(paths, at: now + .seconds(61)).isEmpty)
        #expect(try DirectoryListing.names(in: paths.requests).isEmpty)
    }
}
