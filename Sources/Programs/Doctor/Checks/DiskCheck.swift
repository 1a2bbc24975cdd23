import Configuration
import Linux
import Pages

/// Whether there is room left for what the daemon writes.
struct DiskCheck: Check {
    let name = CheckName.disk

    /// Bytes: months of a history, days of one, and several times what the page and the report take.
    private static let (ample, scarce, tiny) = (100_000_000, 10_000_000, 1_000_000)
    private static let fewFiles = 100

    func evaluate(_ examination: SystemFacts) -> CheckResult {
        let places = examination.paths.filter { !$0.isFile }.compactMap { place in
            place.space.map { (path: place.path, space: $0) }
        }
        guard !places.isEmpty else { return .skipped("there are no directories to look at") }
        var warning: CheckResult?
        for (path, space) in places {
            // What is in memory holds a page and a report, and is small on small machines.
            let isRuntime = path == examination.settings.runtimeDirectory
            let least = isRuntime ? Self.tiny : Self.scarce
            let words = "\(path) has \(SizeText.text(space.available)) left"
            guard space.available >= least else { return .fail(words, cure: cure(path)) }
            if let files = space.files, files < Self.fewFiles {
                return .fail("\(path) has room for \(files) files", cure: cure(path))
            }
            if !isRuntime, space.available < Self.ample { warning = .warn(words, cure: cure(path)) }
        }
        let words = places.map { "\(SizeText.text($0.space.available)) left in \($0.path)" }
        return warning ?? .ok(words.joined(separator: ", "))
    }

    private func cure(_ path: String) -> String {
        "make room on the file system of \(path); keep and thin in [history] of whereismy.conf make the history smaller"
    }
}
