import Location
import Testing

@testable import GPSD

struct FixRulesTests {
    private let here = TPV(device: "/dev/a", mode: 3, latitude: 52, longitude: 13)

    private func fix(_ change: (inout TPV) -> Void, hdop: Double? = nil) -> Fix {
        var tpv = here
        change(&tpv)
        return Fix(tpv, hdop: hdop)
    }

    @Test("a position without a mode", arguments: [0, 1])
    func modeTooLow(mode: Int32) {
        #expect(fix { $0.mode = mode }.coordinate == nil)
    }

    @Test(
        "an impossible position",
        arguments: [(0.0, 0.0), (.nan, 13), (52, .infinity), (91, 13), (52, -181)])
    func impossible(latitude: Double, longitude: Double) {
        let fix = fix {
            $0.latitude = latitude
            $0.longitude = longitude
        }
        #expect(fix.coordinate == nil)
        #expect(fix.mode == .threeDimensional)
    }

    @Test("positions on the equator and the prime meridian are valid", arguments: [(0.0, 13.0), (52.0, 0.0)])
    func zeroes(latitude: Double, longitude: Double) {
        let fix = fix {
            $0.latitude = latitude
            $0.longitude = longitude
        }
        #expect(fix.coordinate == Coordinate(latitude: latitude, longitude: longitude))
    }

    @Test("what a receiver reports of itself needs no position, and a working antenna is none of it")
    func health() {
        #expect(fix { _ in }.health == nil)
        let jammed = fix {
            ($0.mode, $0.jam, $0.ant, $0.clockDrift) = (0, 77, 3, -412)
        }
        #expect(jammed.health == ReceiverHealth(clockDrift: -412, interference: 77, antenna: .open))
        #expect(fix { ($0.ant, $0.antPwr, $0.jam) = (1, 2, 300) }.health == nil)
        #expect(fix { $0.jam = 0 }.health == nil)
        #expect(fix { $0.ant = 2 }.health?.antenna == .short)
        #expect(fix { $0.antPwr = 1 }.health?.antenna == .unpowered)
    }

    @Test("altitude requires three dimensions")
    func altitude() {
        let flat = fix {
            $0.mode = 2
            $0.altMSL = 45
            $0.altHAE = 50
        }
        #expect(flat.altitude == nil && flat.ellipsoidalAltitude == nil)
        let solid = fix {
            $0.altMSL = 45
            $0.altHAE = 50
        }
        #expect(solid.altitude == 45 && solid.ellipsoidalAltitude == 50)
    }

    @Test("the ellipse is that of epy and epx, and absent without both")
    func ellipse() {
        func fix(_ epx: Double, _ epy: Double) -> Fix { self.fix { ($0.epx, $0.epy) = (epx, epy) } }
        #expect(fix(3, 5).accuracyEllipse == AccuracyEllipse(north: 5, east: 3))
        #expect(fix(3, .nan).accuracyEllipse == nil && fix(0, 5).accuracyEllipse == nil)
    }

    @Test("the age of corrections is that of gpsd, in any form of its line; absent if it is negative or missing")
    func differentialAge() throws {
        #expect(fix { $0.dgpsAge = 1.5 }.differentialAge == 1.5 && fix { $0.dgpsAge = 0 }.differentialAge == 0)
        #expect(fix { $0.dgpsAge = -1 }.differentialAge == nil && fix { _ in }.differentialAge == nil)
        for space in ["", " "] {
            let line =
                #"{"class":"TPV","device":"/dev/a","mode":3,\#(space)"lat":52,"lon":13,"status":4,"dgpsAge":2.5}"#
            var ages: [Double?] = []
            var feed = RecordingFeed()
            func collect(_ event: ReceiverEvent) { if case .fix(let fix) = event { ages.append(fix.differentialAge) } }
            feed.read(Array((line + "\n").utf8), handler: collect)
            feed.finish(handler: collect)
            #expect(ages == [2.5])
        }
    }

    @Test("Earth-centred coordinates require three dimensions, and all components")
    func earthCentred() {
        func give(_ tpv: inout TPV) {
            (tpv.ecefx, tpv.ecefy, tpv.ecefz) = (3_835_000, 885_000, 5_002_000)
            (tpv.ecefvx, tpv.ecefvy, tpv.ecefvz) = (1, 0, -2)
        }
        #expect(fix(give).ecefPosition == ECEFVector(x: 3_835_000, y: 885_000, z: 5_002_000))
        #expect(fix(give).ecefVelocity == ECEFVector(x: 1, y: 0, z: -2))
        let flat = fix {
            give(&$0)
            $0.mode = 2
        }
        #expect(flat.ecefPosition == nil && flat.ecefVelocity == nil)
        let partial = fix {
            give(&$0)
            $0.ecefy = .nan
            $0.ecefvz = .infinity
        }
        #expect(partial.ecefPosition == nil && partial.ecefVelocity == nil)
    }

    @Test("a receiver without figures has no accuracy")
    func noAccuracy() {
        #expect(fix { _ in }.horizontalAccuracy == nil)
        #expect(fix { $0.eph = 0 }.horizontalAccuracy == nil)
    }

    @Test("eph takes precedence, then the axes, then the dilution")
    func accuracy() {
        let all = fix(
            {
                $0.eph = 4.2
                $0.epx = 3
                $0.epy = 4
            }, hdop: 1)
        #expect(all.horizontalAccuracy == HorizontalAccuracy(radius: 4.2, origin: .receiver))
        let axes = fix(
            {
                $0.epx = 3
                $0.epy = 4
            }, hdop: 1)
        #expect(axes.horizontalAccuracy == HorizontalAccuracy(radius: 5, origin: .axes))
        let modelled = fix(
            {
                $0.epx = 9
                $0.epy = 12
            }, hdop: 1)
        #expect(modelled.horizontalAccuracy == HorizontalAccuracy(radius: 19, origin: .dilution))
        #expect(fix({ _ in }, hdop: 1).horizontalAccuracy == HorizontalAccuracy(radius: 19, origin: .dilution))
        #expect(
            fix({ $0.status = 2 }, hdop: 1).horizontalAccuracy == HorizontalAccuracy(radius: 4.75, origin: .dilution))
    }

    @Test("an eph that gpsd derived from the dilution is recognised", arguments: [(15.2, 0.8), (3.8, 0.8)])
    func modelled(eph: Double, hdop: Double) {
        #expect(fix({ $0.eph = eph }, hdop: hdop).horizontalAccuracy?.origin == .dilution)
    }

    @Test("a course of 360 degrees is north", arguments: [(360.0, 0.0), (0, 0), (359.9, 359.9)])
    func course(track: Double, expected: Double) {
        #expect(fix { $0.track = track }.course == expected)
    }

    @Test("values out of range are nil")
    func outOfRange() {
        let fix = fix {
            $0.track = 361
            $0.speed = -1
            $0.epv = -3
            $0.eps = .infinity
        }
        #expect(fix.course == nil && fix.speed == nil && fix.verticalAccuracy == nil && fix.speedAccuracy == nil)
    }
}
