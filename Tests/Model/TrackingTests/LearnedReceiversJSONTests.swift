import Basics
import Testing

@testable import Tracking

struct LearnedReceiversJSONTests {
    private let now = Timestamp(milliseconds: 1_700_000_000_123)

    /// A receiver with a different value in each member.
    private var statistics: ReceiverStatistics {
        var statistics = ReceiverStatistics()
        statistics.lastUsed = now
        statistics.add(radius: 5, after: 1)
        for _ in 0..<60 {
            for index in statistics.rest.indices {
                let square = Double(index) + 0.1
                statistics.add(spread: square, at: index, atRest: true, radius: 5, after: 1)
                statistics.add(spread: square + 3, at: index, atRest: false, radius: 5, after: 2)
                statistics.add(spread: square + 6, at: index, atRest: true, radius: 60, after: 3)
                statistics.add(spread: square + 9, at: index, atRest: false, radius: 60, after: 4)
            }
            statistics.add(offset: 7, fromMeanOver: 1e6, radius: 5, after: 1)
            statistics.innovation.add(14, after: 1)
            statistics.add(dopplerSquare: 0.05, after: 1)
        }
        statistics.randomWalk = [1.5, 0.333]
        statistics.modelledRadius.assert()
        return statistics
    }

    private func text(_ receivers: [String: ReceiverStatistics]) -> String {
        String(decoding: LearnedReceiversJSON.encode(LearnedReceivers(receivers)), as: UTF8.self)
    }

    private func decode(_ text: String) throws -> [String: ReceiverStatistics] {
        try LearnedReceiversJSON.decode(Array(text.utf8)).receivers
    }

    @Test("every value survives to its last digit")
    func roundTrip() throws {
        var unlearnt = ReceiverStatistics()
        unlearnt.lastUsed = now
        let all = ["/dev/\"a\"": statistics, "tcp://ä:1": unlearnt]
        #expect(try decode(text(all)) == all.mapValues(\.lasting))
        #expect(try decode(text([:])).isEmpty)
    }

    @Test("has no position, and one line")
    func form() {
        var statistics = ReceiverStatistics()
        statistics.lastUsed = now
        let text = text(["/dev/a": statistics])
        #expect(text.hasPrefix(#"{"receivers":[{"device":"/dev/a","lastUsed":"2023-11-14T22:13:20.123Z","#))
        #expect(text.hasSuffix("]}\n") && text.split(separator: "\n").count == 1)
    }

    @Test(
        "what is not the file is refused in one line",
        arguments: [
            "", "{", "[]", "{}", "null", #"{"receivers":{}}"#, #"{"receivers":7}"#, "\u{0}\u{1}", "[[[[[[[[[[[[[[[[[[",
        ])
    func foreign(text: String) {
        #expect { try decode(text) } throws: { error in
            "\(error)" == "not what whereismyd has learnt about receivers"
        }
    }

    /// What replaces a part of the JSON of a receiver.
    struct Damage: CustomTestStringConvertible {
        let part, replacement: String
        var testDescription: String { "\(part) -> \(replacement)" }

        init(_ part: String, _ replacement: String) {
            (self.part, self.replacement) = (part, replacement)
        }
    }

    private static let damages = [
        Damage(#""device":"/dev/a""#, #""device":"""#), Damage(#""device":"/dev/a""#, #""device":7"#),
        Damage("2023-11-14", "1969-11-14"), Damage("2023-11-14T22:13:20.123Z", "yesterday"),
        Damage(#""lastUsed":"#, #""other":"#),
        Damage(#""dopplerVariance":"#, #""dopplerVariance":-"#),
        Damage(#""dopplerVariance":"#, #""dopplerVariance":1e9,"other":"#),
        Damage(#""dopplerSeconds":"#, #""dopplerSeconds":-"#),
        Damage(#""dopplerSeconds":"#, #""dopplerSeconds":1e400,"x":"#),
        Damage(#""square":"#, #""square":-"#), Damage(#""square":"#, #""square":1e300,"other":"#),
        Damage(#""seconds":"#, #""seconds":-"#), Damage(#""seconds":"#, #""seconds":null,"other":"#),
        Damage(#""wandering":[1.5"#, #""wandering":[-1.5"#), Damage(#""wandering":[1.5"#, #""wandering":[1e9"#),
        Damage(#""wandering":[1.5"#, #""wandering":[1.5,1.5"#), Damage(#""wandering":[1.5"#, #""wandering":["a""#),
        Damage(#""rest":["#, #""rest":[{"square":1,"seconds":1},"#), Damage(#""rest":["#, #""rest":[],"x":["#),
        Damage(#""restBySky":["#, #""restBySky":[],"x":["#), Damage(#""modelledRadius":true"#, #""modelledRadius":1"#),
    ]

    @Test("an impossible value drops its receiver and no other", arguments: damages)
    func damaged(damage: Damage) throws {
        let good = text(["/dev/b": statistics]).dropFirst(#"{"receivers":["#.count)
        let original = text(["/dev/a": statistics])
        let damaged = String(original.replacing(damage.part, with: damage.replacement))
        #expect(damaged != original)
        let both = damaged.dropLast("]}\n".count) + "," + good
        #expect(try Array(decode(String(both)).keys) == ["/dev/b"])
    }

    @Test("values that a receiver could never learn from again are raised")
    func vanished() throws {
        var still = statistics
        (still.dopplerVariance, still.randomWalk) = (0, [0, 0])
        let restored = try #require(try decode(text(["/dev/a": still]))["/dev/a"])
        #expect(restored.dopplerVariance > 0 && restored.dopplerFactor == 1)
        #expect(try #require(restored.randomWalk).min() > 0)
    }

    @Test("of two entries of one receiver, the later one counts; times beyond a limit are cut")
    func excess() throws {
        let entry = text(["/dev/a": statistics]).dropFirst(#"{"receivers":["#.count).dropLast("]}\n".count)
        let later = entry.replacing("2023-11-14", with: "2023-11-15").replacing(
            #""seconds":60"#, with: #""seconds":1e6"#)
        for pair in ["\(entry),\(later)", "\(later),\(entry)"] {
            let restored = try #require(try decode(#"{"receivers":[\#(pair)]}"#)["/dev/a"])
            #expect(restored.lastUsed?.iso8601 == "2023-11-15T22:13:20.123Z")
            #expect(restored.innovation.seconds == ReceiverStatistics.innovationTime)
        }
    }

    @Test("a password that an earlier version has stored is not read")
    func credentials() throws {
        let read = try decode(text(["ntrip://joe:s3cret@c.example/M": statistics]))
        #expect(read.keys.sorted() == ["ntrip://c.example/M"])
    }
}
