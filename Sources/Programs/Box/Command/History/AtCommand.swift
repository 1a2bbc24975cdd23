import Basics
import CommandLine
import Configuration
import History
import Location
import Pages
import Places
import Queries
import Tracks

/// `whereismy at`: print the position at a time, or the visits to a place.
enum AtCommand: Subcommand {
    static let name = "at"

    static let table = OptionTable(
        usage: "whereismy at [OPTION]... TIME|--place NAME",
        summary: "Show the position at a time and its accuracy, or the visits to a place.",
        options: [PlaceOption.option, Period.from, Period.to, Period.day, .device, OutputFormat.option]
            + Option.display + CommandProgram.sharedOptions)

    /// Removes the hyphen of a time such as -2h, which getopt would parse as options; TimePhrase does not need it.
    static func rewrite(_ arguments: [String]) -> [String] {
        arguments.map { $0.isNegativeNumber ? String($0.dropFirst()) : $0 }
    }

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        let format = try options.outputFormat()
        if let place = try PlaceOption.place(options, in: context) {
            return try visits(to: place, options, format, in: context)
        }
        if let odd = times.first(where: options.contains) { throw UsageError("--\(odd.name) is only for --place") }
        let moment = try moment(options, in: context)
        let device = options.value(of: .device)
        let newest = try newest(options, in: context)
        let history = try history(options, at: moment, newest: newest, in: context)
        let search = PositionQuery(history: history, moment: moment)
        let (position, damaged) = try search.run(device: device, newest: newest)
        let result = PositionResult(moment: moment, position: position)
        let damage = DamageReport(damaged: damaged)
        let names = PlaceNames(options, in: context)
        let output = format == .json ? result.json(names) : result.text(names, in: context)
        return CommandResult(output: output, diagnostics: damage.message, code: damage.code(result.code))
    }

    /// Returns the history; an empty one for the present, and where there is none and the newest position is the last.
    private static func history(
        _ options: ParsedOptions, at moment: Timestamp, newest: NewestPosition?, in context: Context
    ) throws -> any HistoryReader {
        let device = options.value(of: .device)
        if newest?.isCurrent(at: moment, device: device) ?? false { return EmptyHistory() }
        let isLast = newest?.isLast(before: moment, device: device) ?? false
        do {
            return try context.history(options)
        } catch let error as HistoryError where error.isNotFound && isLast {
            return EmptyHistory()
        }
    }

    /// Returns the daemon's newest position; nil for a history that may be that of another daemon.
    private static func newest(_ options: ParsedOptions, in context: Context) throws -> NewestPosition? {
        guard !options.contains(.stateDirectory) || options.contains(.runtimeDirectory) else { return nil }
        let settings = try context.settings(options)
        // The history may be readable where the report is not.
        let report = (try? context.currentReport(settings))?.report
        return report.flatMap { NewestPosition($0, now: context.now(), staleAfter: settings.staleAfter) }
    }

    private static let times = [Period.from, Period.to, Period.day]

    private static func visits(
        to place: Place, _ options: ParsedOptions, _ format: OutputFormat, in context: Context
    ) throws -> CommandResult {
        guard options.operands.isEmpty else { throw UsageError("a time and --place cannot be combined; use --from") }
        let isLimited = times.contains(where: options.contains)
        let period = isLimited ? try Period(options, in: context) : Period(first: nil, last: nil)
        let device = options.value(of: .device)
        let (result, damaged) = try VisitQuery(context.history(options), place).run(period, device: device)
        return result.result(damaged: damaged, format: format, hasSums: false, in: context)
    }

    /// Parses a time given as one or two operands.
    private static func moment(_ options: ParsedOptions, in context: Context) throws(UsageError) -> Timestamp {
        guard !options.operands.isEmpty else {
            throw UsageError("at needs a time; accepted: \(TimePhrase.examples)")
        }
        do throws(TimePhraseError) {
            return try context.moment(options.operands.joined(separator: " "))
        } catch {
            throw UsageError(error.description)
        }
    }
}

extension PositionResult {
    var code: ExitCode {
        if case .unknown = position { return .nothingKnown }
        return .success
    }

    /// Formats lines for people: the position, its time and a link to a map, or that it is not known.
    func text(_ names: PlaceNames, in context: Context) -> [UInt8] {
        let lines =
            switch position {
            case .unknown(let before, let after): [Self.unknown(before, after, in: context)]
            case .fix(let point):
                Self.lines(
                    point.fix, "a fix of \(context.localTime(point.timestamp))", names: names, style: context.display)
            case .interpolated(let position):
                Self.lines(position.fix, Self.between(position, in: context), names: names, style: context.display)
            }
        return Array(lines.map { PrintableText.sanitized($0) + "\n" }.joined().utf8)
    }

    private static func lines(
        _ fix: Fix, _ origin: String, names: PlaceNames, style: DisplayStyle
    ) -> [String] {
        let position = fix.coordinate.map {
            PositionText.text($0, accuracy: fix.horizontalAccuracy, style: style)
        }
        let name = fix.coordinate.flatMap { names.name(of: $0)?.phrase(style.units) }
        return [position, name, origin, MapLink.url(.openstreetmap, for: fix)].compactMap { $0 }
    }

    private static func between(_ position: InterpolatedPosition, in context: Context) -> String {
        let times = [position.before, position.after].map { context.localTime($0.timestamp) }
        guard !position.isInGap else {
            let distance = DistanceText.text(position.distance, context.display.units)
            return "between fixes \(distance) apart at \(times[0]) and \(times[1])"
        }
        return "\(context.localTime(position.timestamp)), between the fixes of \(times[0]) and \(times[1])"
    }

    private static func unknown(_ before: TrackPoint?, _ after: TrackPoint?, in context: Context) -> String {
        let what =
            switch (before, after) {
            case (let before?, let after?):
                "no fix between \(context.localTime(before.timestamp)) and \(context.localTime(after.timestamp))"
            case (let before?, nil): "no fix after \(context.localTime(before.timestamp))"
            case (nil, let after?): "no fix before \(context.localTime(after.timestamp))"
            case (nil, nil): "no fix at all"
            }
        return "not known: \(what)"
    }
}
