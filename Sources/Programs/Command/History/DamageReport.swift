import Configuration
import History

/// Segments that could not be read, for standard error: what was written lacks them.
struct DamageReport {
    let damaged: [DamagedSegment]

    /// A line each.
    var message: String { damaged.map { "not read: \($0)" }.joined(separator: "\n") }

    /// An answer that lacks something is no success.
    func code(_ code: ExitCode = .success) -> ExitCode { damaged.isEmpty ? code : .failure }
}
