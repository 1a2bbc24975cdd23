import APIClient
import Configuration
import Linux

extension Context {
    /// Runs the daemon's program in this one's place, the one beside this one first; comes back only with the reason
    /// why not.
    func executeDaemon(_ arguments: [String]) -> SystemError {
        if let directory = programDirectory {
            let error = execute("\(directory)/whereismyd", arguments)
            guard error.isNotFound else { return error }
        }
        return execute("whereismyd", arguments)
    }
}

extension DaemonClient {
    /// Makes a client for the daemon that the settings name.
    init(_ settings: Settings, in context: Context) {
        self.init(settings, exchange: context.exchange, isLocked: context.isLocked)
    }
}
