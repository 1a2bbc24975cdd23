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

/// A writer that is killed at random moments loses no committed point.
struct KillTests {
    /// The number of kills; `make torture` sets more.
    private static let rounds = ProcessInfo.processInfo.environment["WHEREISMY_KILLS"].flatMap { Int($0) } ?? 20
    /// The number of last points that each round compares; the end compares all points.
    private static let compared = 2000
    /// The number of stored points that each round records again.
    private static let repeated = 25

    private let directory: ScratchDirectory
    private let path: String
    private let program: String

    init() throws {
        directory = try ScratchDirectory()
        path = directory.file("history.db")
        program = try #require(Executable.directory) + "/historywriter"
    }

    @Test("every committed point is stored once and unchanged after a kill at any moment")
    func kills() throws {
        var numbers = SeededGenerator(seed: 4)
        var count = 0
        for round in 1...Self.rounds {
            let milliseconds = Int.random(in: 1...150, using: &numbers)
            let first = max(0, count - Self.repeated)
            let recorded = try kill(after: .milliseconds(milliseconds), first: first, round: round)
            guard AtomicFile.identity(of: path) != nil else { continue }
            let history = try SQLiteHistory(path: path, access: .readWrite)
            let found = try history.info().fixes
            // Only points that wait for their commit may be missing.
            try #require(found > recorded - EndlessWriter.pointsPerCommit)
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

    /// Runs the writer for some time and kills it; returns the number of the last recorded point, or -1.
    private func kill(after time: Duration, first: Int, round: Int) throws -> Int {
        let output = directory.file("output-\(round)")
        let child = try ChildProcess(program, ["endless", path, "\(first)"], output: output, errors: output)
        _ = child.wait(atMost: time)
        try #require(
            child.kill() == .killed(9), "the writer exited before the kill: \(directory.text("output-\(round)"))")
        let lines = directory.text("output-\(round)").split(separator: "\n", omittingEmptySubsequences: false)
        // The last line may be incomplete.
        return lines.dropLast().last.flatMap { Int($0) } ?? -1
    }

    /// Verifies that exactly the points with these numbers are stored, each once.
    private func check(_ history: SQLiteHistory, from first: Int, to end: Int) throws {
        let database = try Connection(path, mode: .readOnly)
        try #require(try database.text("PRAGMA integrity_check") == "ok")
        var number = first
        let from = try #require(EndlessWriter.point(first)).timestamp
        let damaged = try history.forEachPoint(PointQuery(from: from)) { point in
            let expected = try #require(EndlessWriter.point(number))
            try #require(point == QuantisedPoint(expected).point(device: expected.fix.device))
            number += 1
        }
        #expect(damaged == [])
        try #require(number == end)
    }
}

extension ScratchDirectory {
    /// Returns the text of a file in the directory; empty if the file does not exist.
    fileprivate func text(_ name: String) -> String {
        String(decoding: (try? bytes(name)) ?? [], as: UTF8.self)
    }
}
