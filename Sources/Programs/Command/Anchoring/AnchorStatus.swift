import APIClient
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
