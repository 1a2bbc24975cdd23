import Basics
import Configuration
import Location
import Pages

/// What is known now in one line for people.
enum WatchLine {
    /// The state and the age, the position, how it moves and the places around, such as
    /// `live, 3 s ago  -37.809969, 144.963264 (± 5.5 m)  moving, 12.6 km/h, course 90°  in Home`.
    static func text(_ answer: CurrentReport) -> String {
        let position = answer.fix.flatMap { fix in
            fix.coordinate.map { PositionText.text($0, accuracy: fix.horizontalAccuracy) }
        }
        let motion = answer.code == .success ? motion(answer) : nil
        // Last, as what changes least: a narrow terminal cuts it off.
        let place = answer.report.flatMap(PlaceText.text)
        return PrintableText.sanitized([answer.summary, position, motion, place].compactMap { $0 }.joined(separator: "  "))
    }

    private static func motion(_ answer: CurrentReport) -> String? {
        guard let motion = answer.report?.motion, let words = MotionText.text(motion) else { return nil }
        guard motion == .moving, let fix = answer.fix, let speed = fix.speed else { return words }
        let course = fix.course.map { "course \(FixedDecimalText.text($0, decimals: 0))°" }
        return [words, "\(FixedDecimalText.text(speed * 3.6, decimals: 1)) km/h", course].compactMap { $0 }
            .joined(separator: ", ")
    }
}
