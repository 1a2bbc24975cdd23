import API
import Configuration
import Linux
import Systemd

extension Daemon {
    /// Reads anew what it goes by, and says how that went.
    ///
    /// - Parameter settings: reads the configuration.
    /// - Returns: False where it has to end.
    mutating func reload(_ settings: () throws -> Settings) -> Bool {
        // Before the first one, the service manager would take the second word for the end of the start.
        let notifier = readiness.isComplete ? notifier : nil
        notifier?.reloading()
        defer { notifier?.ready() }
        do {
            try reconfigure(settings())
            Log.write(.notice, "reloaded: configuration, templates and tokens are read anew")
            return true
        } catch let error as SystemError {
            Log.write(.error, "the reload has failed half-way: \(error)")
            return false
        } catch {
            for line in "\(error)".split(separator: "\n") { Log.write(.error, String(line)) }
            Log.write(.error, "not reloaded: all stays as it was until what is wrong is mended")
            return true
        }
    }

    /// Goes by other settings from now on, and reads templates and tokens anew: all of it or nothing.
    ///
    /// What is known, and who follows it, stays; only where the API itself changes, who follows has to come back.
    ///
    /// - Throws: ``ConfigurationError`` where nothing has changed; ``SystemError`` where the process lacks what it
    ///   takes, and has to end.
    mutating func reconfigure(_ next: Settings) throws {
        let change = SettingsChange(from: settings, to: next)
        let problems = change.issues + ConfigurationCheck(next).issues
        guard problems.isEmpty else {
            service.markAccessFilesInvalid()
            throw ConfigurationError(problems)
        }
        // What could not be had at the start is no reason to refuse something else.
        if next.http.listen != settings.http.listen { try service.prepare(next) }
        do {
            try service.reloadAccess()
        } catch {
            service.closePrepared()
            throw error
        }
        settings = next
        pages.reload(next)
        showsPositions.isSet = next.logsPositions
        try outputs.history?.reconfigure(next.history)
        places.reconfigure(next)
        try reader.reconfigure(next)
        guard change.restartsService else { return }
        try service.reconfigure(next, DaemonAccess(next, outputs, feed, pages, places, started: started))
    }
}
