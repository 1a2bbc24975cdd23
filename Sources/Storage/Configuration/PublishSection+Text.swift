import Basics
import PublishFormats

extension PublishSelection {
    /// Parses `all`, or a time, a distance, or both separated by a comma.
    ///
    /// A number with `m` is a distance, unlike in times: minutes are `min`.
    init?(setting text: String) {
        guard text != "all" else {
            self = .all
            return
        }
        var (interval, distance) = (Duration?.none, Double?.none)
        for item in text.commaSeparated {
            // A number without a unit might be either.
            guard item.last?.isLetter ?? false else { return nil }
            if let metres = Double(metres: item), (1...100_000).contains(metres), distance == nil {
                distance = metres
            } else if let time = Duration(setting: item, within: 0.1...86_400), Double(metres: item) == nil,
                interval == nil
            {
                interval = time
            } else {
                return nil
            }
        }
        guard interval != nil || distance != nil else { return nil }
        self = .thinned(interval: interval, distance: distance)
    }

    /// The selection as the file has it; parsing it returns the same.
    var setting: String {
        guard case .thinned(let interval, let distance) = self else { return "all" }
        let time = interval.map { interval in
            let text = interval.setting
            return text.hasSuffix("m") ? text + "in" : text
        }
        return [time, distance.map { "\($0.setting)m" }].compactMap(\.self).joined(separator: ", ")
    }
}

extension PublishStart {
    /// Parses `now`, `all`, or a time or a day in UTC.
    init?(setting text: String) {
        switch text {
        case "now": self = .now
        case "all": self = .all
        default:
            let isDay = text.utf8.count == 10
            guard let moment = Timestamp(iso8601: isDay ? text + "T00:00:00Z" : text) else { return nil }
            // Before 1970 there are no fixes, and a cursor has no time.
            self = .moment(max(moment, Timestamp.storable.lowerBound))
        }
    }

    /// The start as the file has it.
    var setting: String {
        switch self {
        case .now: "now"
        case .all: "all"
        case .moment(let moment): moment.iso8601
        }
    }
}

extension PublishPrivacy {
    /// Parses `exact`, `zone`, `rounded`, or `rounded` with a distance.
    init?(setting text: String) {
        let words = text.split(separator: " ", maxSplits: 1)
        switch (words.first, words.count) {
        case ("exact", 1): self = .exact
        case ("zone", 1): self = .zone
        case ("rounded", 1): self = .rounded(metres: Self.defaultRounding)
        case ("rounded", _):
            guard let metres = Double(metres: words[1].drop { $0 == " " }.description),
                Self.roundings.contains(metres)
            else { return nil }
            self = .rounded(metres: metres)
        default: return nil
        }
    }

    /// The privacy as the file has it.
    var setting: String {
        switch self {
        case .exact: "exact"
        case .zone: "zone"
        case .rounded(let metres): "rounded \(metres.setting)m"
        }
    }
}
