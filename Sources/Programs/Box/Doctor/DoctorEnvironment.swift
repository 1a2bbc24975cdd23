import Configuration
import History
import Linux
import PublishState

/// The functions by which the doctor inspects the machine, beside those of its context.
public struct DoctorEnvironment: Sendable {
    var status: @Sendable (_ path: String) throws(SystemError) -> FileStatus
    var space: @Sendable (_ path: String) throws(SystemError) -> DiskSpace
    var run: @Sendable (_ program: String, _ arguments: [String]) throws(SystemError) -> ProgramOutput
    /// Listens to gpsd for a few seconds, for one receiver or all.
    var probeGPSD: @Sendable (_ address: GPSDAddress, _ device: String?) -> GPSDFacts
    /// Sends a request on a local socket and returns a prompt response.
    var exchangeLocally: @Sendable (_ path: String, _ request: [UInt8]) throws(SystemError) -> [UInt8]
    /// Sends a request over TCP and returns the response.
    var exchange: @Sendable (_ host: String, _ port: UInt16, _ request: [UInt8]) throws(TCPError) -> [UInt8]
    /// Reads the history, each fix or only its figures.
    var history: @Sendable (_ path: String, _ isThorough: Bool) -> HistoryFacts
    var gazetteer: @Sendable (_ path: String) -> GazetteerFacts
    var storedPlaces: @Sendable (_ path: String) -> OwnPlacesFacts.Stored
    var configuredPlaces: @Sendable (_ settings: Settings) -> ConfiguredPlaces
    /// Reads the states of the destinations of positions.
    var publishing: @Sendable (_ settings: Settings, _ isRunning: (PublishProgramName) -> Bool) -> PublishOverview
    /// Returns true if two paths lead to the same file; nil if one of them cannot be accessed.
    var isSameFile: @Sendable (_ path: String, _ other: String) -> Bool? = { path, other in
        guard let file = AtomicFile.identity(of: path), let second = AtomicFile.identity(of: other) else { return nil }
        return file == second
    }
    var isClockSynchronised: @Sendable () -> Bool
    /// Shows the current step; an empty text ends it.
    var progress: @Sendable (_ text: String) -> Void

    /// The functions of this machine.
    public static let system = DoctorEnvironment(
        status: { path throws(SystemError) in try FileStatus(of: path) },
        space: { path throws(SystemError) in try DiskSpace(at: path) },
        run: { program, arguments throws(SystemError) in
            try ProgramOutput.capture(program, arguments, within: .seconds(1))
        },
        probeGPSD: { GPSDProbe.facts($0, device: $1) },
        exchangeLocally: { path, request throws(SystemError) in
            try LocalSocket.exchange(path, sending: request, limit: 1 << 20, timeout: .seconds(2))
        },
        exchange: { host, port, request throws(TCPError) in
            try TCPClient.exchange(host, port, sending: request, within: .seconds(1))
        },
        history: { HistoryFacts(reading: $0, isThorough: $1) }, gazetteer: { GazetteerFacts(reading: $0) },
        storedPlaces: { OwnPlacesFacts.Stored(reading: $0) }, configuredPlaces: { ConfiguredPlaces($0) },
        publishing: { PublishOverview($0, isRunning: $1) },
        isClockSynchronised: { SystemClock.isSynchronised },
        progress: { text in
            guard StandardStream.error.isTerminal else { return }
            // An error here has no effect on the diagnosis.
            try? StandardStream.error.write(Array("\r\(text)\u{1B}[K".utf8))
        })
}

extension HistoryFacts {
    /// Reads a history; to read each fix, `isThorough`, takes a second for some millions.
    init(reading path: String, isThorough: Bool) {
        do {
            let history = try SQLiteHistory(path: path, access: .readOnly)
            guard isThorough else {
                self = .good(fixes: try history.info().fixes, isThorough: false)
                return
            }
            let result = try history.verify()
            let fault = result.damaged.first.map { "\($0)" } ?? result.issues.first
            self = fault.map { .faulty("damaged: \($0)") } ?? .good(fixes: result.fixes, isThorough: true)
        } catch let error as HistoryError where error.isNotFound {
            self = .absent
        } catch {
            self = .faulty("\(error)")
        }
    }
}
