import Queries
import Configuration
import Gazetteer
import Location
import Pages

/// `whereismy nearest`: the places of a gazetteer that are nearest to here, or to a position.
enum NearestCommand {
    private static let within = Option(
        "within", value: "DISTANCE", help: "not farther than this, such as 500m or 20km (nearest-within)")

    static let table = OptionTable(
        usage: "whereismy nearest [OPTION]... [LATITUDE,LONGITUDE]",
        summary: "Tell the nearest places, how far they are and in which direction.",
        options: [within, .count, .source, .open, AnswerFormat.option] + Option.shared + [.help, .version])

    static func run(_ options: ParsedOptions, in context: Context) throws -> Outcome {
        let format: AnswerFormat = try options.choice(of: AnswerFormat.option) ?? .text
        let settings = try options.settings(environment: context.environment, files: context.files)
        let (count, limit) = (try options.count(usual: 1), try limit(options, settings))
        let (here, answer) = try position(options, settings, in: context)
        guard let here else { return Outcome(complaint: answer?.words ?? "", code: answer?.code ?? .nothingKnown) }
        let store = try context.gazetteer(options)
        let hits = try store.nearest(
            to: here, within: limit, count: count, source: options.value(of: .source))
        // An old position has an old answer: the exit code says so, as that of last does.
        let code = answer?.code ?? .success
        let about = code == .success ? "" : answer?.words ?? ""
        guard !hits.isEmpty else { return none(limit, here, about, format) }
        if options.contains(.open) {
            return Outcome(text: context.show(hits.first?.entry.coordinate), complaint: about, code: code)
        }
        return Outcome(output: try PlaceList(format, from: store, options).output(hits), complaint: about, code: code)
    }

    private static func none(_ limit: Double, _ here: Coordinate, _ about: String, _ format: AnswerFormat) -> Outcome {
        let words = "no place within \(DistanceText.words(limit)) of \(PositionText.degrees(here))"
        let complaint = about.isEmpty ? words : "\(about)\n\(words)"
        return Outcome(text: format == .json ? "[]\n" : "", complaint: complaint, code: .nothingKnown)
    }

    /// The position that is written, or the current one with what is to be said of it.
    private static func position(
        _ options: ParsedOptions, _ settings: Settings, in context: Context
    ) throws -> (Coordinate?, Answer?) {
        guard !options.operands.isEmpty else {
            let answer = try context.answer(settings)
            return (answer.fix?.coordinate, answer)
        }
        return (try Coordinate(operands: options.operands), nil)
    }

    private static func limit(_ options: ParsedOptions, _ settings: Settings) throws(UsageError) -> Double {
        guard let text = options.value(of: within) else { return settings.places.askedWithin }
        guard let metres = Double(distance: text) else {
            let value = String(text.prefix(80)).debugDescription
            throw UsageError("--within: \(value) is not a distance from 0 to 21000km, such as 500m or 20km")
        }
        return metres
    }
}
