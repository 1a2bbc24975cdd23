import Systemd

/// Says what goes wrong once, and once that it goes well again, however often it is met.
struct ErrorReporter {
    private var current: [String: String] = [:]

    /// Something has gone wrong; `subject` is what must go well before the same is said again.
    mutating func report(_ subject: String, message problem: String) {
        guard current.updateValue(problem, forKey: subject) != problem else { return }
        Log.write(.warning, problem)
    }

    /// Something has gone well.
    mutating func resolve(_ subject: String) {
        guard current.removeValue(forKey: subject) != nil else { return }
        Log.write(.notice, "\(subject): well again")
    }
}
