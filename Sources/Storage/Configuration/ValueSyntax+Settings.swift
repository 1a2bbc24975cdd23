public import CommandLine

extension ValueSyntax<String> {
    /// A file by its full path.
    package static func file(example: String) -> ValueSyntax {
        .text("a file by its full path, such as \(example)") { $0.isPrintableLine && $0.hasPrefix("/") }
    }
}

extension ValueSyntax<Double> {
    /// A distance in metres within a range.
    public static func distance(_ expected: String, within range: ClosedRange<Double> = 0...21e6) -> ValueSyntax {
        ValueSyntax(expected, text: { "\($0.setting)m" }) { text in
            Double(distance: text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    static var latitude: ValueSyntax { degrees("degrees north from -90 to 90", within: -90...90) }

    static var longitude: ValueSyntax { degrees("degrees east from -180 to 180", within: -180...180) }

    private static func degrees(_ expected: String, within range: ClosedRange<Double>) -> ValueSyntax {
        ValueSyntax(expected, text: \.setting) { text in Double(text).flatMap { range.contains($0) ? $0 : nil } }
    }
}

extension ValueSyntax<WebhookAddress> {
    /// An address that often grants access.
    package static func address(_ expected: String) -> ValueSyntax {
        ValueSyntax(expected, isSecret: true, text: \.text) { WebhookAddress($0) }
    }
}

extension ValueSyntax {
    /// At most 16 different addresses to listen on, or none.
    package static func addresses<Address: Hashable & SendableMetatype>(
        _ expected: String, text: @escaping @Sendable (Address) -> String,
        parse: @escaping @Sendable (String) -> Address?
    ) -> ValueSyntax where Value == [Address] {
        ValueSyntax(expected, text: { $0.isEmpty ? "none" : $0.map(text).joined(separator: ", ") }) { text in
            let items = text == "none" ? [] : text.commaSeparated
            let addresses = items.compactMap(parse)
            let isValid = addresses.count == items.count && items.count <= 16 && Set(addresses).count == items.count
            return isValid ? addresses : nil
        }
    }

    /// All kinds of events, or some.
    package static func events<Event: RawRepresentable<String> & CaseIterable & Hashable & SendableMetatype>()
        -> ValueSyntax where Value == Set<Event>
    {
        let names = Event.allCases.map(\.rawValue)
        return ValueSyntax(
            "all, or some of \(names.joined(separator: ", ")), separated by commas",
            text: { events in
                events.count == names.count
                    ? "all" : names.filter { Event(rawValue: $0).map(events.contains) ?? false }.joined(separator: ", ")
            },
            parse: { text in
                let items = text == "all" ? names : text.commaSeparated
                let events = items.compactMap { Event(rawValue: $0) }
                return events.count == items.count ? Set(events) : nil
            })
    }
}
