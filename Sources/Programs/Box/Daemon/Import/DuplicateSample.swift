import Basics
import History
import Location

/// A sample of imported points that looks for the same points of another device in the history.
///
/// The history keeps points by device, so a file that is imported again under another name is stored twice, and each of
/// its days has two tracks.
struct DuplicateSample {
    /// The points examined per chunk, and in all; each may decode an hour, a millisecond.
    private static let countPerChunk = 8
    private static let maxCount = 64
    /// Metres; files with six decimals of a degree differ by less from the history.
    static let tolerance = 0.2

    private var examined = 0
    private var found: [String: Int] = [:]

    /// Examines a chunk before it is added.
    mutating func add(_ chunk: [TrackPoint], in history: any HistoryReader) throws {
        // Nothing is looked up in a history that has no other device.
        guard examined < Self.maxCount, try history.deviceNames().contains(where: { $0 != chunk.first?.fix.device })
        else { return }
        for index in stride(from: 0, to: chunk.count, by: max(1, chunk.count / Self.countPerChunk)) {
            let point = chunk[index]
            examined += 1
            guard let known = try history.neighbours(of: point.timestamp, device: nil).before,
                known.timestamp == point.timestamp, known.fix.device != point.fix.device,
                known.coordinate.distance(to: point.coordinate) <= Self.tolerance
            else { continue }
            found[known.fix.device, default: 0] += 1
        }
    }

    /// The device that has at least half of the points, and how to join it; nil if there is none.
    ///
    /// Two receivers in one vehicle agree in few points only.
    ///
    /// - Returns: the warning.
    func warning(isDryRun: Bool = false) -> String? {
        guard let most = found.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), most.value * 2 >= examined else {
            return nil
        }
        let name = PrintableText.sanitized(most.key)
        // A name that cannot be printed cannot be typed either.
        let hint = name == most.key ? "; --device \(Self.shellQuoted(name)) adds only what is new" : ""
        return
            "the same points are in the history as \(name.debugDescription) and \(isDryRun ? "would be" : "are now") stored twice\(hint)"
    }

    /// Returns a word for a shell, in quotes where it has characters that the shell interprets.
    private static func shellQuoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            let character = Character(Unicode.Scalar(byte))
            return byte < 128 && (character.isLetter || character.isNumber || "/._:+-".contains(character))
        }
        let quoted = word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
        return isPlain && !word.isEmpty ? word : "'\(quoted)'"
    }
}
