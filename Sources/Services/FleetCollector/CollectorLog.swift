public import Systemd

/// Writes a line to the log.
public typealias CollectorLog = @Sendable (Log.Priority, String) -> Void
