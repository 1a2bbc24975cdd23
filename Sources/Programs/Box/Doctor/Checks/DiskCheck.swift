import Configuration
import Linux
import Pages

struct DiskCheck: Check {
    let name = CheckName.disk

    /// Bytes: months of history, days of history, and several times the page and the report.
    private static let (ample, scarce, tiny) = (100_000_000, 10_000_000, 1_000_000)
    private static let fewFiles = 100

    func evaluate(_ system: SystemFacts) -> CheckResult {
        let places = system.paths.filter { !$0.isFile }.compactMap { place in
            place.space.map { (path: place.path, space: $0) }
        }
        guard !places.isEmpty else { return .skipped("there are no directories to check") }
        var warning: CheckResult?
        for (path, space) in places {
            // The runtime directory is in memory, holds a page and a report, and is small on small machines.
            let isRuntime = path == system.settings.runtimeDirectory
            let least = isRuntime ? Self.tiny : Self.scarce
            let message = "\(path) has \(SizeText.text(space.available)) left"
            guard space.available >= least else { return .fail(message, cure: cure(path)) }
            if let files = space.files, files < Self.fewFiles {
                return .fail("\(path) has room for \(files) files", cure: cure(path))
            }
            if !isRuntime, space.available < Self.ample { warning = .warn(message, cure: cure(path)) }
        }
        let message = places.map { "\(SizeText.text($0.space.available)) left in \($0.path)" }
        return warning ?? .ok(message.joined(separator: ", "))
    }

    private func cure(_ path: String) -> String {
        "free space on the file system of \(path); keep and thin in [history] of whereismy.conf shrink the history"
    }
}
