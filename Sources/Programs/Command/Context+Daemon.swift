import Linux

extension Context {
    /// Runs the daemon's program in this one's place, the one beside this one first; comes back only with the reason
    /// why not.
    func becomeDaemon(_ arguments: [String]) -> SystemError {
        if let directory = programDirectory {
            let error = become("\(directory)/whereismyd", arguments)
            guard error.isAbsence else { return error }
        }
        return become("whereismyd", arguments)
    }
}
