import Linux

/// systemd, asked by systemctl(1), which as root needs no D-Bus daemon.
public struct Systemctl: ServiceControl, Sendable {
    private static let timeout: Duration = .seconds(10)
    /// A thousand targets with long names.
    private static let maxBytes = 1 << 19

    private let program: String

    /// Names the program; only tests want another.
    public init(program: String = "/bin/systemctl") {
        self.program = program
    }

    /// How the targets of places stand.
    ///
    /// - Throws: ``OrderError``.
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

    /// Has units started, and does not wait for it.
    ///
    /// - Throws: ``OrderError``.
    public func start(_ units: [String]) throws(OrderError) { try run("start", units) }

    /// Has units stopped, and does not wait for it.
    ///
    /// - Throws: ``OrderError``.
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

/// Who starts and stops units: systemd.
public protocol ServiceControl {
    /// How the targets of places stand.
    ///
    /// - Throws: ``OrderError`` where systemd cannot be asked.
    func targets() throws(OrderError) -> [TargetState]

    /// Has units started, and does not wait for it.
    ///
    /// - Throws: ``OrderError`` where not all of them could be.
    func start(_ units: [String]) throws(OrderError)

    /// Has units stopped, and does not wait for it.
    ///
    /// - Throws: ``OrderError`` where not all of them could be.
    func stop(_ units: [String]) throws(OrderError)
}
