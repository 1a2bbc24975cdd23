extension SettingKey {
    /// A name that no setting has, in words that say what would work.
    struct UnknownError: Error {
        let message: String
    }

    /// The setting of that name in that section.
    static func find(section: String, name: String) -> Result<SettingKey, UnknownError> {
        var siblings = all.filter { $0.section == section }
        switch named(in: section) {
        case .success(let keys): siblings = keys
        case .failure(let unknown): return .failure(unknown)
        case nil: break
        }
        if let key = siblings.first(where: { $0.name == name }) { return .success(key) }
        guard !siblings.isEmpty || section.isEmpty else {
            let sections = Set(all.map(\.section)).union(namedHeadings)
            return .failure(UnknownError(message: "unknown section [\(section)], \(sections.hint(for: section))"))
        }
        if let elsewhere = all.first(where: { $0.name == name }) {
            let place = section.isEmpty ? "before any section" : "in [\(section)]"
            return .failure(UnknownError(message: "\(name) stands \(place), it belongs in [\(elsewhere.section)]"))
        }
        let hint = (siblings.isEmpty ? all : siblings).map(\.name).hint(for: name)
        return .failure(UnknownError(message: "unknown key \(name) in [\(section)], \(hint)"))
    }
}
