import Glibc
import Linux

/// What one input may cost.
enum InputLimits {
    /// libFuzzer's own `-timeout` ends an input that never returns.
    private static let maxDuration: Duration = .seconds(2)
    /// Resident bytes at the peak, beyond those before the input.
    private static let maxGrowth: UInt64 = 64 << 20

    /// Runs a target, and reports the input if it costs more.
    static func check(_ input: [UInt8], _ target: any FuzzTarget) {
        let start = SystemClock.uptime
        let resident = ProcessMemory.resident ?? 0
        let peak = peakResident
        target.run(input)
        let duration = SystemClock.uptime - start
        if duration > maxDuration { violated("\(input.count) bytes took \(duration)") }
        // The peak is that of the process: it says something about this input only if it has risen.
        let newPeak = peakResident
        if newPeak > peak, newPeak > resident + maxGrowth {
            violated("\(input.count) bytes took \((newPeak - resident) >> 20) MB of memory")
        }
    }

    /// Ends the process at once.
    static func exit(_ status: Int32) -> Never { _exit(status) }

    private static var peakResident: UInt64 {
        var usage = rusage()
        // The kernel fills the structure.
        unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return UInt64(usage.ru_maxrss) << 10
    }
}
