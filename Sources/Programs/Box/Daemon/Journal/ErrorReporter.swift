import Systemd

/// Logs each error once, and once that it is resolved.
struct ErrorReporter {
    private var current: [String: String] = [:]

    /// Logs an error unless it was the last one of its subject.
    mutating func report(_ subject: String, message problem: String) {
        guard current.updateValue(problem, forKey: subject) != problem else { return }
        Log.write(.warning, problem)
    }

    /// Logs that the subject works again, if it had an error.
    mutating func resolve(_ subject: String) {
        guard current.removeValue(forKey: subject) != nil else { return }
        Log.write(.notice, "\(subject): works again")
    }
}
