import APIClient
import Basics
import Configuration
import Linux
import Location
import Pages
import Places
import PlacesFiles

/// How it is with an anchor watch that is set, by what the daemon has kept of it and what is known now.
struct AnchorStatus {
    /// What there is to raise the alarm about.
    enum Alarm: Hashable {
        /// The swing circle was left.
        case dragging
        /// Nobody sees whether it holds; why.
        case unwatched(String)
    }

    /// The watch.
    let watch: AnchorWatch
    /// What is known of where this machine is.
    let answer: CurrentReport

    /// Nil where all is well.
    var alarm: Alarm? {
        if watch.isDragging { return .dragging }
        guard answer.daemonRuns else { return .unwatched(DaemonError.noDaemon) }
        return watch.isLost || isBlind ? .unwatched("there is no current position") : nil
    }

    /// A daemon that hangs tells of no loss, and neither does one that has only just begun.
    private var isBlind: Bool {
        guard answer.code != .success else { return false }
        return answer.report?.age.map { $0 >= AnchorWatch.positionTimeout } ?? true
    }

    /// How far it is from the anchor, such as `12 m from it`; nil where no position is known.
    var distanceText: String? {
        guard let here = answer.fix?.coordinate else { return nil }
        let words = "\(DistanceText.text(watch.circle.centre.distance(to: here))) from it"
        return answer.code == .success ? words : "\(words) when last known"
    }
}

/// What the file of the anchor watch comes to.
enum AnchorLookup {
    /// A watch is set.
    case set(AnchorStatus)
    /// There is a file, and the daemon cannot go by it either; why.
    case damaged(String)
    /// This user may not see whether there is one; why.
    case unreadable(String)
}

extension Context {
    /// The anchor watch as the daemon has kept it last; nil where none is set.
    func anchorLookup(_ settings: Settings, _ answer: CurrentReport) -> AnchorLookup? {
        let bytes: [UInt8]
        do throws(SystemError) { bytes = try files.contents(settings.anchorFile) } catch {
            guard !error.isNotFound else { return nil }
            let words = "\(error.subject): \(error.reason)"
            return error.isPermissionDenied ? .unreadable(words) : .damaged(words)
        }
        do throws(PlacesFormatError) {
            return .set(AnchorStatus(watch: try AnchorWatchJSON.decode(bytes), answer: answer))
        } catch {
            return .damaged("\(settings.anchorFile): \(error)")
        }
    }
}

extension AnchorLookup {
    /// All there is to say of it in a row.
    ///
    /// - Parameter time: a moment as the user's clock shows it.
    /// - Returns: such as `holds, 12 m from it, 40 m around -37.810000, 144.960000, since 2026-01-01 01:00:00`.
    func summary(localTime time: (Timestamp) -> String) -> String {
        switch self {
        case .damaged(let reason): return "NOT WATCHED: \(reason)"
        case .unreadable(let reason): return "not to be seen: \(reason)"
        case .set(let standing):
            let circle = standing.watch.circle
            let shape = "\(DistanceText.text(circle.radius)) around \(PositionText.degrees(circle.centre))"
            let since = "since \(time(standing.watch.set))"
            return [standing.state, standing.distanceText, shape, since].compactMap { $0 }.joined(separator: ", ")
        }
    }

    /// What somebody on board has to know at once; nil where all is well, and where that is not to be seen.
    var alarm: String? {
        switch self {
        case .unreadable: return nil
        case .damaged(let reason): return "ANCHOR NOT WATCHED: \(reason)"
        case .set(let standing):
            guard standing.alarm != nil else { return nil }
            let allowed = "\(DistanceText.text(standing.watch.circle.radius)) allowed"
            return ["ANCHOR \(standing.state)", standing.distanceText, allowed].compactMap { $0 }.joined(separator: ", ")
        }
    }
}

extension AnchorStatus {
    fileprivate var state: String {
        switch alarm {
        case nil: "holds"
        case .dragging: answer.daemonRuns ? "DRAGGING" : "DRAGGING, and not watched: \(DaemonError.noDaemon)"
        case .unwatched(let reason): "NOT WATCHED: \(reason)"
        }
    }
}
