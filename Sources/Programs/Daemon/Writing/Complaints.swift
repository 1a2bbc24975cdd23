import Systemd

/// Says what goes wrong once, and once that it goes well again, however often it is met.
struct Complaints {
    private var standing: [String: String] = [:]

    /// Something has gone wrong; `subject` is what must go well before the same is said again.
    mutating func note(_ subject: String, _ problem: String) {
        guard standing.updateValue(problem, forKey: subject) != problem else { return }
        Log.write(.warning, problem)
    }

    /// Something has gone well.
    mutating func settle(_ subject: String) {
        guard standing.removeValue(forKey: subject) != nil else { return }
        Log.write(.notice, "\(subject): well again")
    }
}
