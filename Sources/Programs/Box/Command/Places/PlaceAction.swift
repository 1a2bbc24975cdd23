import CommandLine

enum PlaceAction: String, CaseIterable {
    case add
    case list
    case show
    case remove
    case rename
    case `import`
    case export
    case anchor

    /// The number of operands after the action.
    private var operands: ClosedRange<Int> {
        switch self {
        case .add: 1...3
        case .list, .export: 0...0
        case .show, .remove, .import: 1...1
        case .rename: 2...2
        case .anchor: 0...2
        }
    }

    /// The required operands, for messages.
    private var requirement: String {
        switch self {
        case .rename: "the name of a place and a new one"
        case .import: "a file, or - for standard input"
        default: "the name of a place"
        }
    }

    /// The supported formats, the default first.
    private var formats: [PlaceFormat] {
        switch self {
        case .list: [.text, .json, .names]
        case .export: [.geojson, .otrw]
        default: [.text, .json]
        }
    }

    private func accepts(_ option: Option) -> Bool {
        switch option.name {
        case PlaceOptions.radius.name: [.add, .import, .anchor].contains(self)
        case PlaceOptions.replace.name: [.add, .import, .anchor].contains(self)
        case PlaceOptions.bearing.name, PlaceOptions.distance.name: self == .anchor
        case PlaceOptions.everything.name: self == .export
        default: self == .add
        }
    }

    func validate(_ options: ParsedOptions, operands: [String]) throws(UsageError) {
        guard operands.count >= self.operands.lowerBound else {
            throw UsageError("place \(rawValue) needs \(requirement)")
        }
        guard operands.count <= self.operands.upperBound else {
            throw UsageError("unexpected argument \(operands[self.operands.upperBound].debugDescription), see --help")
        }
        if let odd = PlaceOptions.all.first(where: { options.contains($0) && !accepts($0) }) {
            throw UsageError("--\(odd.name) is not supported by place \(rawValue)")
        }
    }

    func format(_ options: ParsedOptions) throws(UsageError) -> PlaceFormat {
        guard let text = options.value(of: PlaceFormat.option) else { return formats.first ?? .text }
        guard let wanted = PlaceFormat(rawValue: text) else {
            let hint = formats.map(\.rawValue).hint(for: text)
            throw UsageError("--format: unknown value \(text.debugDescription), \(hint)")
        }
        guard formats.contains(wanted) else {
            let names = formats.map(\.rawValue).joined(separator: " or ")
            throw UsageError("--format: place \(rawValue) writes \(names), not \(wanted.rawValue)")
        }
        return wanted
    }
}
