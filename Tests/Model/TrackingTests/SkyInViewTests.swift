import Location
import TestSupport
import Testing
import Tracking

struct SkyInViewTests {
    @Test("without a position, a changed signal is reported but not rendered")
    func skyInView() {
        let clock = ManualClock()
        var controller = LocationController(settings: TrackingSettings(), at: clock.now)
        let sky = { (signal: Double, used: Int) in
            let satellite = Satellite(constellation: .gps, number: 5, signal: signal)
            return ReceiverEvent.satellites(Satellites(used: used, visible: 1, inView: [satellite]), device: "/dev/a")
        }
        _ = controller.handle(sky(20, 0), at: clock.now)
        let stronger = controller.handle(sky(30, 0), at: clock.now)
        #expect(stronger.changesReport && !stronger.changesPage)
        let used = controller.handle(sky(30, 1), at: clock.now)
        #expect(used.changesReport && used.changesPage)
        let same = controller.handle(sky(30, 1), at: clock.now)
        #expect(!same.changesReport && !same.changesPage)
    }
}
