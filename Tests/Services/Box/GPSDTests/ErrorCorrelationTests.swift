import Basics
import Location
import Testing

@testable import GPSD

/// The covariance of the errors along north and east, from the ellipse of gpsd's GST.
struct ErrorCorrelationTests {
    private static func report(_ second: Int, device: String = "/dev/a") -> String {
        #"{"class":"TPV","device":"\#(device)","mode":3,"time":"2026-03-01T10:00:0\#(second).000Z","lat":52.1,"lon":13.2,"#
            + #""epx":4.0,"epy":2.0}"#
    }

    private static func errors(_ major: Double, _ minor: Double, _ orient: Double, device: String = "/dev/a") -> String
    {
        #"{"class":"GST","device":"\#(device)","time":"2026-03-01T10:00:00.000Z","rms":2.1,"major":\#(major),"#
            + #""minor":\#(minor),"orient":\#(orient),"lat":1.0,"lon":1.0,"alt":3.1}"#
    }

    /// Returns the covariances of the fixes of lines, each with the seconds at which it is received.
    private func covariances(_ lines: [(Int, String)]) -> [Double?] {
        var reader = LineReader()
        var events: [ReceiverEvent] = []
        for (second, line) in lines {
            _ = unsafe Array("\(line)\n".utf8).withUnsafeBytes {
                unsafe reader.read($0, at: .seconds(second), into: &events)
            }
        }
        reader.finish(at: .seconds(lines.last?.0 ?? 0), into: &events)
        return events.compactMap { if case .fix(let fix) = $0 { .some(fix.accuracyEllipse?.covariance) } else { nil } }
    }

    @Test(
        "the covariance is that of an ellipse turned from north, with the radii of the report",
        arguments: [
            // Variances 4 and 1 turned by 45 degrees: 2.5, 2.5 and 1.5.
            (2, 1, 45, 0.6), (2, 1, 135, -0.6), (2, 1, 225, 0.6), (2, 1, 0, 0), (2, 2, 30, 0),
            // 3.25, 1.75 and 1.299038.
            (2, 1, 30, 0.544705),
        ] as [(Double, Double, Double, Double)])
    func turned(major: Double, minor: Double, angle: Double, correlation: Double) throws {
        let lines = [(1, Self.report(0)), (1, Self.errors(major, minor, angle)), (2, Self.report(1))]
        let last = try #require(covariances(lines).last)
        let covariance = try #require(last)
        #expect(abs(covariance - correlation * 4 * 2) < 1e-5)
    }

    @Test("only a fresh ellipse of the same receiver counts, and only one that can be")
    func others() {
        let errors = Self.errors(2, 1, 45)
        for (second, isFresh) in [(7, true), (8, false)] {
            let covariances = covariances([(1, Self.report(0)), (1, errors), (second, Self.report(6))])
            #expect(covariances.map { $0 != nil } == [isFresh, isFresh])
        }
        let wrong = [
            Self.errors(2, 1, 45, device: "/dev/b"), Self.errors(1, 2, 45), Self.errors(1, 0, 45),
            #"{"class":"GST","device":"/dev/a","major":}"#,
        ]
        for line in wrong {
            #expect(covariances([(1, Self.report(0)), (1, line), (2, Self.report(1))]) == [nil, nil])
        }
    }
}
