import GPSD
import Location
import TestSupport
import Testing
import Tracking

struct RecordedPathTests {
    /// The recordings of moving receivers; all others are stationary, or move by less than their radius (tn204, seven fixes).
    private static let moving = [
        "bt451.", "bundg_zeus_9.", "haicom-305N.", "humminbird-M37.", "nl2008u.", "nmea-fuzzy-cases.", "nmea-rtk.",
        "rst39.",
    ]

    /// Replays a recording; returns the odometer at its end, and whether 0,0 was ever shown.
    private func play(_ path: String) throws -> (odometer: Double, showedNullIsland: Bool) {
        var controller: LocationController?
        var result = (odometer: 0.0, showedNullIsland: false)
        try Recording(path: path).run { events, now in
            var present = controller ?? LocationController(settings: TrackingSettings(), at: now)
            for event in events { _ = present.handle(event, at: now) }
            let report = present.report(at: now)
            result.odometer = report.odometer ?? 0
            if let place = report.fix?.coordinate, place.latitude == 0, place.longitude == 0 {
                result.showedNullIsland = true
            }
            controller = present
            return nil
        }
        return result
    }

    @Test(
        "a standing receiver leaves the odometer at zero, a moving one does not; none is at 0,0",
        arguments: SharedMaterial.recordings() + GPSDSource.recordings())
    func odometer(path: String) throws {
        let (odometer, showedNullIsland) = try play(path)
        #expect((odometer > 0) == Self.moving.contains { path.contains("/" + $0) })
        #expect(!showedNullIsland)
    }
}
