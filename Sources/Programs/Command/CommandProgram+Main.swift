import Basics
import Configuration
import Linux
import Location

extension CommandProgram {
    /// Runs the program on this machine.
    ///
    /// - Parameter arguments: what follows the program's name.
    /// - Returns: what to exit with.
    public static func main(_ arguments: [String]) -> Int32 {
        // Without this, a reader that goes away ends the program before it can say so.
        SignalFD.ignoreBrokenPipes()
        let outcome = run(arguments, in: .system())
        var code = outcome.code
        do {
            if !outcome.output.isEmpty { try StandardStream.output.write(outcome.output) }
        } catch  where error.isBrokenPipe {
            // Whoever reads has read enough.
        } catch {
            printDiagnostics(error.description)
            code = .failure
        }
        printDiagnostics(outcome.diagnostics)
        return code.rawValue
    }

    /// Says lines on standard error.
    static func printDiagnostics(_ text: String) {
        let lines = text.split(separator: "\n").map { "whereismy: \(PrintableText.sanitized($0))\n" }.joined()
        // Where standard error is gone there is nobody left to tell.
        if !lines.isEmpty { try? StandardStream.error.write(Array(lines.utf8)) }
    }
}
