import Basics
import FleetProtocol
public import FleetStore
import Hooks
import Location
import Systemd

/// The executables of a directory that run for the events of devices, with the rules of a daemon's hooks.
public struct EventHooks: Sendable {
    /// The receiver of the events in their identifiers, and in the database: a webhook cannot have a slash in its name.
    static let receiver = "/hooks"

    private let folder: HookFolder
    private let log: CollectorLog

    /// Creates the hooks of a directory, which may be missing.
    public init(_ directory: String, log: @escaping CollectorLog) {
        folder = HookFolder(directory)
        self.log = log
    }

    /// Runs all hooks for an event, one after another, also after a failure; a failed one is not run again.
    ///
    /// Returns the numbers of successes and failures; nil if it was stopped before the last hook.
    ///
    /// - Throws: ``SystemError`` if the directory cannot be read.
    @discardableResult
    public func run(
        _ event: DeviceEvent, isTest: Bool = false, isStopping: () -> Bool = { false }
    ) throws -> (succeeded: Int, failed: Int)? {
        let line = event.json(id: event.identifier(for: Self.receiver), isTest: isTest) + [0x0A]
        let run = HookRun(line: line, environment: event.variables(isTest: isTest))
        var result = (succeeded: 0, failed: 0)
        for (path, file) in try folder.hooks() {
            guard !isStopping() else { return nil }
            if isSuccess(run, of: path, file) { result.succeeded += 1 } else { result.failed += 1 }
        }
        return result
    }

    private func isSuccess(_ run: HookRun, of path: String, _ file: HookFile) -> Bool {
        if case .refuse(let reason) = file {
            log(.warning, "\(path): \(reason)")
            return false
        }
        do {
            let outcome = try run.outcome(of: path)
            log(outcome.isSuccess ? .info : .warning, "\(path): \(outcome.text)")
            return outcome.isSuccess
        } catch {
            log(.warning, "\(error)")
            return false
        }
    }
}

extension DeviceEvent {
    /// The environment variables of hooks, as those of a daemon's; unknown values have none.
    fileprivate func variables(isTest: Bool) -> [String: String] {
        var variables = [
            "WHEREISMY_EVENT": kind.rawValue, "WHEREISMY_DEVICE": device.text, "WHEREISMY_MOMENT": time.iso8601,
            "WHEREISMY_SINCE": since.iso8601,
        ]
        variables["WHEREISMY_PLACE"] = place
        variables["WHEREISMY_LATITUDE"] = coordinate.flatMap { HookEvent.text($0.latitude, decimals: 9) }
        variables["WHEREISMY_LONGITUDE"] = coordinate.flatMap { HookEvent.text($0.longitude, decimals: 9) }
        variables["WHEREISMY_BY"] = by
        if isTest { variables["WHEREISMY_TEST"] = "1" }
        return variables
    }
}
