import Configuration

/// What `whereismy place` does.
enum PlaceAction: String, CaseIterable {
    case add
    case list
    case show
    case remove
    case rename
    case `import`
    case export
    case anchor

    /// How many operands it takes behind its own name.
    private var operands: ClosedRange<Int> {
        switch self {
        case .add: 1...3
        case .list, .export: 0...0
        case .show, .remove, .import: 1...1
        case .rename: 2...2
        case .anchor: 0...2
        }
    }

    /// What it needs, in words.
    private var requirement: String {
        switch self {
        case .rename: "the name of a place and a new one"
        case .import: "a file, or - for standard input"
        default: "the name of a place"
        }
    }

    /// The formats that it writes, the usual one first.
    private var formats: [PlaceFormat] {
        switch self {
        case .list: [.text, .json, .names]
        case .export: [.geojson, .otrw]
        default: [.text, .json]
        }
    }

    /// Whether an option makes sense with it.
    private func accepts(_ option: Option) -> Bool {
        switch option.name {
        case PlaceOptions.radius.name: [.add, .import, .anchor].contains(self)
        case PlaceOptions.replace.name: [.add, .import].contains(self)
        case PlaceOptions.everything.name: self == .export
        default: self == .add
        }
    }

    /// Makes sure that what was written makes sense for it.
    ///
    /// - Throws: `UsageError`.
    func validate(_ options: ParsedOptions, operands: [String]) throws(UsageError) {
        guard operands.count >= self.operands.lowerBound else { throw UsageError("place \(rawValue) needs \(requirement)") }
        guard operands.count <= self.operands.upperBound else {
            throw UsageError("unexpected argument \(operands[self.operands.upperBound].debugDescription), see --help")
        }
        if let odd = PlaceOptions.all.first(where: { options.contains($0) && !accepts($0) }) {
            throw UsageError("--\(odd.name) does not go with place \(rawValue)")
        }
    }

    /// The format that is asked for.
    ///
    /// - Throws: `UsageError` where it does not write that.
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
