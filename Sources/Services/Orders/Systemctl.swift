import Linux

/// systemd by way of systemctl(1), which as root needs no D-Bus daemon.
public struct Systemctl: ServiceControl, Sendable {
    private static let timeout: Duration = .seconds(10)
    /// Enough for a thousand targets with long names.
    private static let maxBytes = 1 << 19

    private let program: String

    /// Creates a control; tests pass another program.
    public init(program: String = "/bin/systemctl") {
        self.program = program
    }

    /// The states of the targets of places.
    public func targets() throws(OrderError) -> [TargetState] {
        let arguments = ["show", "--property=\(TargetState.properties)", "--", TargetUnit.pattern]
        let output: ProgramOutput
        do throws(SystemError) {
            output = try ProgramOutput.capture(program, arguments, limit: Self.maxBytes, within: Self.timeout)
        } catch {
            throw .system(error)
        }
        guard output.status == .exited(0) else {
            if case .exited(let code) = output.status { throw .control("show", code: code) }
            throw .control("show", code: nil)
        }
        return TargetState.parse(String(decoding: output.bytes, as: UTF8.self))
    }

    /// Requests the start of units without waiting.
    public func start(_ units: [String]) throws(OrderError) { try run("start", units) }

    /// Requests the stop of units without waiting.
    public func stop(_ units: [String]) throws(OrderError) { try run("stop", units) }

    private func run(_ verb: String, _ units: [String]) throws(OrderError) {
        guard !units.isEmpty else { return }
        let code: Int32?
        do throws(SystemError) {
            let arguments = ["--no-block", "--no-ask-password", "--quiet", verb, "--"] + units
            code = try Subprocess(starting: program, arguments).exitCode(within: Self.timeout)
        } catch {
            throw .system(error)
        }
        guard code == 0 else { throw .control(verb, code: code) }
    }
}

/// Starts and stops units: systemd.
public protocol ServiceControl {
    /// The states of the targets of places.
    ///
    /// - Throws: ``OrderError`` where systemd does not answer.
    func targets() throws(OrderError) -> [TargetState]

    /// Requests the start of units without waiting.
    ///
    /// - Throws: ``OrderError`` if a unit was refused.
    func start(_ units: [String]) throws(OrderError)

    /// Requests the stop of units without waiting.
    ///
    /// - Throws: ``OrderError`` if a unit was refused.
    func stop(_ units: [String]) throws(OrderError)
}
