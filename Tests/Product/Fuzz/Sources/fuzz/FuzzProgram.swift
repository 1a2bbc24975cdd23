import CFuzzer
import Glibc
import Linux

/// Runs the target that `WHEREISMY_FUZZ_TARGET` names, by libFuzzer, whose options and files are the arguments.
@main
enum FuzzProgram {
    /// Created with the first input and used by libFuzzer's thread only.
    nonisolated(unsafe) private static let target = makeTarget(
        ProcessEnvironment.variables["WHEREISMY_FUZZ_TARGET"] ?? "")

    static func main() {
        var count = CommandLine.argc
        // The runtime owns the arguments as long as the process runs; libFuzzer lends each input during the call.
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe CommandLine.unsafeArgv
        let status = unsafe LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
            let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
            unsafe FuzzProgram.check(input, FuzzProgram.target)
            return 0
        }
        // Without the exit handlers, which the threads of a target would race with.
        _exit(status)
    }

    private static func check(_ input: [UInt8], _ target: any FuzzTarget) {
        let before = fuzz_before()
        target.run(input)
        // A NUL-terminated text that stays valid until the next call.
        if let excess = unsafe fuzz_excess(before) { violated(unsafe String(cString: excess)) }
    }

    private static func makeTarget(_ name: String) -> any FuzzTarget {
        do {
            switch name {
            case "archive": return ArchiveTarget()
            case "client": return ClientTarget()
            case "fleet": return FleetTarget()
            case "gpsd": return GPSDTarget()
            case "history": return try HistoryTarget()
            case "http": return try HTTPTarget()
            case "json": return JSONTarget()
            case "land": return try LandTarget()
            case "mbtiles": return try MBTilesTarget()
            case "pmtiles": return try PMTilesTarget()
            case "segment": return SegmentTarget()
            case "tracks": return TracksTarget()
            default: fatalError("unknown target '\(name)'; fix: see FUZZ_TARGET in make help")
            }
        } catch {
            fatalError("\(error)")
        }
    }
}

/// Reads hostile input.
protocol FuzzTarget {
    /// Reads an input; a trap is a finding, as is ``violated(_:)``, and errors are not.
    func run(_ input: [UInt8])
}

/// Reports an input that violates an expectation: libFuzzer saves it when the process aborts.
func violated(_ expectation: String) -> Never {
    fatalError("violated: \(expectation)")
}

extension [UInt8] {
    /// Returns the bytes in pieces as a socket or a file may deliver them; their size depends on the number of bytes, so
    /// that an input is a file without anything around it.
    func pieces(times factor: Int = 1) -> [[UInt8]] {
        let size = (1 + count % 97) * factor
        return stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}
