public import Configuration
import Delivery
import History
import Linux

/// The state of a destination, from its files and the history.
public struct DestinationState: Sendable {
    /// The phase, for programs.
    public enum Phase: String, Sendable {
        /// Nothing waits.
        case upToDate = "up-to-date"
        /// Fixes wait and are being sent.
        case waiting
        /// Nothing is delivered, for a reason.
        case held
        /// Its program runs; nothing more is known.
        case running
        /// Its program does not run.
        case stopped
        /// This user cannot see the state.
        case unknown
    }

    /// The destination.
    public let settings: PublishSettings
    /// True if its program runs.
    public var isRunning: Bool
    /// True if this user cannot read the files of the program.
    public var isHidden = false
    /// The state as the running publisher last wrote it; nil if it has written none.
    public var status: PublishStatus.Destination?
    /// The reason why the publisher cannot read the history; nil if it can.
    public var historyProblem: String?
    /// The reason why the cursor cannot be read; nil if it can, or if there is none.
    public var cursorFault: String?
    /// The fixes that wait; nil if that is not known, and for destinations that receive no history.
    public var waiting: WaitingFixes?
    /// The number of messages that the destination rejected, which are set aside.
    public var setAside = 0

    /// Creates a state of which nothing is known yet.
    public init(_ settings: PublishSettings, isRunning: Bool) {
        self.settings = settings
        self.isRunning = isRunning
    }

    /// The phase, for programs and lists.
    public var phase: Phase {
        guard !isHidden else { return .unknown }
        guard isRunning else { return .stopped }
        guard settings.program == .publisher else { return .running }
        if problem != nil { return .held }
        return status?.isCaughtUp == true ? .upToDate : .waiting
    }

    /// The reason why nothing is delivered; nil for none, and while its program does not run.
    public var problem: String? {
        guard isRunning, !isHidden, settings.program == .publisher else { return nil }
        guard let status else { return "the running whereismy-publish does not serve it: its journal says why" }
        return status.problem ?? (settings.receivesHistory ? historyProblem : nil)
    }
}

/// The states of all destinations of a configuration.
public struct PublishOverview: Sendable {
    /// The states, in the order of the configuration.
    public var destinations: [DestinationState] = []
    /// The reason why this user cannot read the publisher's files; nil if they are readable, or missing.
    public var hidden: String?

    /// An overview of no destinations.
    public init() {}

    /// Reads the states of the destinations of a configuration; `isRunning` returns true for a program that runs.
    public init(_ settings: Settings, isRunning: (PublishProgramName) -> Bool) {
        var reader = OverviewReader(settings)
        // Webhooks have their own queue and commands.
        destinations = settings.publish.filter { $0.webhook == nil }.map { destination in
            var state = DestinationState(destination, isRunning: isRunning(destination.program))
            if destination.program == .publisher { reader.complete(&state) }
            return state
        }
        hidden = reader.hidden
    }
}

/// Reads the files of the publisher, and the history that it delivers.
private struct OverviewReader {
    private(set) var hidden: String?
    private let paths: PublishPaths
    private var status: PublishStatus?
    private let history: SQLiteHistory?

    init(_ settings: Settings) {
        paths = PublishPaths(state: settings.publishStateDirectory, runtime: settings.publishRuntimeDirectory)
        history = try? SQLiteHistory(path: settings.historyFile, access: .readOnly)
        do throws(SystemError) { status = try PublishStatus.read(paths) } catch { hidden = "\(error)" }
    }

    mutating func complete(_ state: inout DestinationState) {
        defer { state.isHidden = hidden != nil }
        let name = state.settings.name
        state.status = status?.destinations.first { $0.name == name }
        state.historyProblem = status?.historyProblem
        let names = (try? DirectoryListing.names(in: paths.rejected(of: name))) ?? []
        state.setAside = names.count { !$0.hasPrefix(".") }
        guard state.settings.receivesHistory else { return }
        do {
            let cursor = try CursorFile(paths, name: name).read()
            // The file of a running publisher is minutes old.
            let isDone = state.isRunning && state.problem == nil && state.status?.isCaughtUp == true
            state.waiting = isDone ? WaitingFixes() : try cursor.flatMap(waiting)
        } catch let error as CursorFileError {
            state.cursorFault = "\(error)"
        } catch let error as SystemError {
            hidden = hidden ?? "\(error)"
        } catch {
            state.historyProblem = state.historyProblem ?? "\(error)"
        }
    }

    private func waiting(_ cursor: DeliveryCursor) throws -> WaitingFixes? {
        try history.map { try WaitingFixes(behind: cursor, in: $0) }
    }
}
