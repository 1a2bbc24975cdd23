import APIClient
import Basics
import CommandLine
import Configuration
import Linux
import Location
import Pages
import Places
import PlacesFiles

/// The state of the anchor watch, from the daemon's file and the current report.
struct AnchorStatus {
    enum Alarm: Hashable {
        /// The boat left the swing circle.
        case dragging
        /// The receiver is contradicted: whether the anchor holds is not known.
        case unsure
        /// Nothing monitors the anchor, for this reason.
        case unwatched(String)
    }

    let watch: AnchorWatch
    let current: CurrentReport

    /// The reason for an alarm; nil while the anchor holds.
    var alarm: Alarm? {
        // That it drags was decided before.
        if current.daemonRuns, isContradicted { return .unsure }
        if watch.isDragging { return .dragging }
        guard current.daemonRuns else { return .unwatched(DaemonError.noDaemon) }
        return watch.isLost || isBlind ? .unwatched("no current position") : nil
    }

    private var isContradicted: Bool {
        current.report?.state == .contradicted || current.report?.integrity.level == .contradicted
    }

    /// A hanging daemon reports no loss of position, and neither does one that has just started.
    private var isBlind: Bool {
        guard current.code != .success else { return false }
        return current.report?.age.map { $0 >= AnchorWatch.positionTimeout } ?? true
    }

    /// The distance from the anchor, such as `12 m from it`; nil without a known position.
    func distanceText(_ units: UnitSystem) -> String? {
        guard let here = current.fix?.coordinate else { return nil }
        let text = "\(DistanceText.text(watch.circle.centre.distance(to: here), units)) from it"
        return current.code == .success ? text : "\(text) when last known"
    }
}

/// The result of reading the anchor watch's file.
enum AnchorLookup {
    case set(AnchorStatus)
    /// The file exists but the daemon cannot read it either, for this reason.
    case damaged(String)
    /// This user may not read the file, for this reason.
    case unreadable(String)
}

extension Context {
    /// Reads the anchor watch last stored by the daemon; nil if none is set.
    func anchorLookup(_ settings: Settings, _ current: CurrentReport) -> AnchorLookup? {
        let bytes: [UInt8]
        do throws(SystemError) { bytes = try files.contents(settings.anchorFile) } catch {
            guard !error.isNotFound else { return nil }
            let text = "\(error.subject): \(error.reason)"
            return error.isPermissionDenied ? .unreadable(text) : .damaged(text)
        }
        do throws(PlacesFormatError) {
            return .set(AnchorStatus(watch: try AnchorWatchJSON.decode(bytes), current: current))
        } catch {
            return .damaged("\(settings.anchorFile): \(error)")
        }
    }
}

extension AnchorLookup {
    /// Returns a one-line summary.
    ///
    /// - Parameters:
    ///   - style: the form of coordinates, and the units.
    ///   - localTime: formats a time in the user's time zone.
    /// - Returns: such as `holds, 12 m from it, 40 m around -37.810000, 144.960000, since 2026-01-01 01:00:00`.
    func summary(_ style: DisplayStyle, localTime: (Timestamp) -> String) -> String {
        switch self {
        case .damaged(let reason): return "NOT WATCHED: \(reason)"
        case .unreadable(let reason): return "unreadable: \(reason)"
        case .set(let status):
            let shape = PlaceDescription.shape(.circle(status.watch.circle), style)
            let since = "since \(localTime(status.watch.set))"
            return [status.state, status.distanceText(style.units), shape, since].compactMap { $0 }.joined(
                separator: ", ")
        }
    }

    /// The watch without a position; nil if it cannot be read.
    var watch: AnchorSummary? {
        guard case .set(let status) = self else { return nil }
        return status.watch.summary(from: nil)
    }

    /// A warning for the crew; nil while the anchor holds and if the file is unreadable.
    func alarm(_ units: UnitSystem) -> String? {
        switch self {
        case .unreadable: return nil
        case .damaged(let reason): return "ANCHOR NOT WATCHED: \(reason)"
        case .set(let status):
            guard status.alarm != nil else { return nil }
            let allowed = "\(DistanceText.text(status.watch.circle.radius, units)) allowed"
            return ["ANCHOR \(status.state)", status.distanceText(units), allowed].compactMap { $0 }.joined(
                separator: ", ")
        }
    }
}

extension AnchorStatus {
    fileprivate var state: String {
        switch alarm {
        case nil: "holds"
        case .dragging: current.daemonRuns ? "DRAGGING" : "DRAGGING and not watched: \(DaemonError.noDaemon)"
        case .unsure: "UNSURE: the receiver's position cannot be true"
        case .unwatched(let reason): "NOT WATCHED: \(reason)"
        }
    }
}
