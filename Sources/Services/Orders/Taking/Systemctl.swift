import Linux

/// systemd, asked by systemctl(1), which as root needs no D-Bus daemon.
public struct Systemctl: ServiceControl, Sendable {
    private static let longest: Duration = .seconds(10)
    /// A thousand targets with long names.
    private static let mostBytes = 1 << 19

    private let program: String

    /// Names the program; only tests want another.
    public init(program: String = "/bin/systemctl") {
        self.program = program
    }

    /// How the targets of places stand.
    ///
    /// - Throws: ``OrderError``.
    public func targets() throws(OrderError) -> [TargetStanding] {
        let arguments = ["show", "--property=\(TargetStanding.properties)", "--", TargetUnit.pattern]
        let output: ProgramOutput
        do throws(SystemError) {
            output = try ProgramOutput.of(program, arguments, limit: Self.mostBytes, within: Self.longest)
        } catch {
            throw .system(error)
        }
        guard output.status == .exited(0) else {
            if case .exited(let code) = output.status { throw .control("show", code: code) }
            throw .control("show", code: nil)
        }
        return TargetStanding.read(String(decoding: output.bytes, as: UTF8.self))
    }

    /// Has units started, and does not wait for it.
    ///
    /// - Throws: ``OrderError``.
    public func start(_ units: [String]) throws(OrderError) { try tell("start", units) }

    /// Has units stopped, and does not wait for it.
    ///
    /// - Throws: ``OrderError``.
    public func stop(_ units: [String]) throws(OrderError) { try tell("stop", units) }

    private func tell(_ verb: String, _ units: [String]) throws(OrderError) {
        guard !units.isEmpty else { return }
        let code: Int32?
        do throws(SystemError) {
            let arguments = ["--no-block", "--no-ask-password", "--quiet", verb, "--"] + units
            code = try LaunchedProgram(starting: program, arguments).exitCode(within: Self.longest)
        } catch {
            throw .system(error)
        }
        guard code == 0 else { throw .control(verb, code: code) }
    }
}
