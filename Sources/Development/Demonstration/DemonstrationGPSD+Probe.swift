import FoundationEssentials

extension DemonstrationGPSD {
    /// Returns true if a gpsd with at least one receiver responds there within the timeout.
    public static func hasReceiver(host: String, port: UInt16, timeout: Duration = .seconds(1)) -> Bool {
        guard let probe = ReceiverProbe(host: host, port: port, timeout: timeout) else { return false }
        return probe.receivers()?.isEmpty == false
    }

    /// True if this machine has a gpsd.
    public static var isInstalled: Bool {
        (try? GPSDProgram.find(path: ProcessInfo.processInfo.environment["PATH"] ?? "")) != nil
    }
}
