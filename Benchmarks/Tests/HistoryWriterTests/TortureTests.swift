import Basics
import FoundationEssentials
import History
import HistoryEncoding
import Linux
import Location
import SQLite
import Simulator
import TestSupport
import Testing

@testable import historywriter

/// A writer that is killed at any moment, again and again, loses nothing that it should have kept.
struct TortureTests {
    /// `make torture` asks for more.
    private static let rounds = ProcessInfo.processInfo.environment["WHEREISMY_KILLS"].flatMap { Int($0) } ?? 20
    /// After each round as many of the last points are compared, all of them at the end.
    private static let compared = 2000
    /// Each round goes back so far, to give points that are there already.
    private static let again = 25

    private let directory: ScratchDirectory
    private let path: String
    private let program: String

    init() throws {
        directory = try ScratchDirectory()
        path = directory.file("history.db")
        program = try #require(Executable.directory) + "/historywriter"
    }

    @Test("what was committed is there, once and as it was, whenever the writer is killed")
    func kills() throws {
        var numbers = SeededGenerator(seed: 4)
        var count = 0
        for round in 1...Self.rounds {
            let milliseconds = Int.random(in: 1...150, using: &numbers)
            let first = max(0, count - Self.again)
            let taken = try kill(after: .milliseconds(milliseconds), first: first, round: round)
            guard AtomicFile.identity(of: path) != nil else { continue }
            let history = try SQLiteHistory(path: path, access: .readWrite)
            let found = try history.info().fixes
            // Every point but those that may wait for their commit.
            try #require(found > taken - Endless.waiting)
            try #require(found >= count)
            try check(history, from: max(0, found - Self.compared), to: found)
            count = found
        }
        try #require(count > 0)
        let history = try SQLiteHistory(path: path, access: .readWrite)
        try check(history, from: 0, to: count)
        let verification = try history.verify()
        #expect(verification.isGood && verification.fixes == count)
    }

    /// Lets the writer run for some time and kills it; answers the number of the last point that it has taken, or -1.
    private func kill(after time: Duration, first: Int, round: Int) throws -> Int {
        let output = directory.file("output-\(round)")
        let child = try ChildProcess(program, ["endless", path, "\(first)"], output: output, errors: output)
        _ = child.wait(atMost: time)
        try #require(child.kill() == .killed(9), "the writer has ended by itself: \(directory.text("output-\(round)"))")
        let lines = directory.text("output-\(round)").split(separator: "\n", omittingEmptySubsequences: false)
        // The last one may be half of a line.
        return lines.dropLast().last.flatMap { Int($0) } ?? -1
    }

    /// Compares the points of those numbers, each of which has to be there once, and nothing else.
    private func check(_ history: SQLiteHistory, from first: Int, to end: Int) throws {
        let database = try Connection(path, mode: .readOnly)
        try #require(try database.text("PRAGMA integrity_check") == "ok")
        var number = first
        let from = try #require(Endless.point(first)).timestamp
        let damaged = try history.forEachPoint(PointQuery(from: from)) { point in
            let expected = try #require(Endless.point(number))
            try #require(point == QuantisedPoint(expected).point(device: expected.fix.device))
            number += 1
        }
        #expect(damaged == [])
        try #require(number == end)
    }
}

extension ScratchDirectory {
    /// The text of a file in it; empty where there is none.
    fileprivate func text(_ name: String) -> String {
        String(decoding: (try? bytes(name)) ?? [], as: UTF8.self)
    }
}
