/// A regular task of the database.
enum MaintenanceJob: Int64, CaseIterable, Sendable {
    /// Reads the name of the collectors' group at the broker, which may have changed.
    case group = 0
    /// Finds silent devices, and those that are back.
    case silence
    /// Adds the partitions of the next day.
    case partitions
    /// Seals full hours.
    case sealing
    /// Removes what is older than the retention of its device.
    case retention
    /// Removes expired tokens and shares.
    case expiry

    /// True if of all collectors one does it at a time, and false if each does.
    var isShared: Bool { self != .group }

    /// The time between two runs.
    var interval: Duration {
        switch self {
        case .silence: .seconds(5)
        case .group: .seconds(10)
        case .sealing: .seconds(60)
        case .partitions, .retention, .expiry: .seconds(3600)
        }
    }
}

/// When each job is due: at once, and then at its interval.
struct JobSchedule {
    /// The longest time until a failed job runs again.
    static let retryDelay = Duration.seconds(60)

    private var next: [MaintenanceJob: Duration] = [:]

    /// Returns the jobs that are due, and plans their next runs.
    mutating func due(at now: Duration) -> [MaintenanceJob] {
        let due = MaintenanceJob.allCases.filter { next[$0, default: .zero] <= now }
        for job in due { next[job] = now + job.interval }
        return due
    }

    /// Makes a job due at once, since it is not complete.
    mutating func repeatSoon(_ job: MaintenanceJob, at now: Duration) { next[job] = now }

    /// Plans the next attempt of a job that failed.
    mutating func retry(_ job: MaintenanceJob, at now: Duration) {
        next[job] = now + min(job.interval, Self.retryDelay)
    }

    /// The uptime of the next job; nil before the first call of ``due(at:)``.
    var deadline: Duration? { next.values.min() }
}
