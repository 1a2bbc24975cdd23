import CFuzzer
import Glibc
import Linux

/// Runs the target that `WHEREISMY_FUZZ_TARGET` names, by libFuzzer, whose options and files are the arguments.
@main
enum FuzzProgram {
    /// Created with the first input and used by libFuzzer's thread only.
    nonisolated(unsafe) private static let target = FuzzTargets.make(
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
}
