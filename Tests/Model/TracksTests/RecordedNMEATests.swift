import Basics
import FoundationEssentials
import Location
import TestSupport
import Testing
import Tracks

/// Recordings of receivers in gpsd's corpus, with the reason if gpsbabel 1.8 finds fewer points.
@Suite(.enabled(if: SharedMaterial.isPresent, "WHEREISMY_SHARED is not set"))
struct RecordedNMEATests {
    struct Recording: Sendable, CustomTestStringConvertible {
        let name: String
        let count: Int
        let first: String
        let why: String

        var testDescription: String { "\(name): \(count) points, \(why)" }
    }

    private static let recordings = [
        Recording(
            name: "ublox-8", count: 72, first: "2017-01-10T00:09:41.000Z",
            why: "the first of which stands behind binary messages on its line; gpsbabel takes 71"),
        Recording(
            name: "ublox-lea-4h", count: 9, first: "2006-08-10T03:08:58.000Z",
            why: "the first of which is the first fix after a void one; gpsbabel takes 8"),
        Recording(
            name: "bt451", count: 15, first: "2009-12-09T15:25:04.500Z",
            why: "the first of which is in GLL alone and the others in two stretches; gpsbabel takes 12"),
        Recording(
            name: "gp-320fw-2019-04-06-overflow", count: 21, first: "2019-04-06T23:57:23.020Z",
            why: "the first of which has its date from the next; gpsbabel takes as many"),
        Recording(
            name: "april6_2019", count: 2, first: "1999-08-22T00:02:31.099Z",
            why: "of the year 1999, which gpsbabel takes for 2099"),
        Recording(
            name: "ublox-neo-m9n-nmea", count: 61, first: "2020-07-11T22:37:45.000Z", why: "gpsbabel takes as many"),
    ]

    @Test("recordings have the expected points", arguments: recordings)
    func counts(recording: Recording) throws {
        let path = try #require(SharedMaterial.folder) + "/corpus/gpsd-3.22/\(recording.name).log"
        let track = Sample.read(Array(try Data(contentsOf: URL(fileURLWithPath: path))))
        #expect(track.count == recording.count)
        #expect(track.points.first?.timestamp.iso8601 == recording.first)
    }
}
