import Basics
import Location
import Testing

@testable import Simulator

struct NMEASentenceTests {
    private let measurement = Measurement(
        time: Timestamp(milliseconds: 1_767_226_012_300),
        coordinate: Coordinate(clampingLatitude: -37.80996889, longitude: 144.96326388), altitude: 45.14, speed: 1.4,
        course: 160.04, precision: Precision(horizontal: 1.75, vertical: 4),
        satellites: [
            SatelliteInView(number: 2, elevation: 68, azimuth: 4, strength: 46, isUsed: true),
            SatelliteInView(number: 13, elevation: 9, azimuth: 287, strength: 7, isUsed: true),
            SatelliteInView(number: 35, elevation: 41, azimuth: 12, strength: 40, isUsed: false),
            SatelliteInView(number: 7, elevation: 5, azimuth: 118, strength: 30, isUsed: false),
            SatelliteInView(number: 5, elevation: 57, azimuth: 31, strength: 45, isUsed: true),
        ])

    @Test(
        "the checksum is the exclusive or of all characters between dollar and star",
        arguments: [
            ("GPGLL,5057.970,N,00146.110,E,142451,A", "27"), ("GPVTG,089.0,T,,,15.2,N,,", "7F"), ("A", "41"),
            ("AE", "04"),
        ])
    func checksum(body: String, sum: String) {
        #expect(NMEASentence.checksum(of: body) == sum)
    }

    @Test("each sentence has the expected fields")
    func sentences() {
        let position = "3748.59813,S,14457.79583,E"
        #expect(body(.rmc(measurement)) == "GPRMC,000652.300,A,\(position),2.72,160.0,010126,,,D")
        #expect(body(.gga(measurement)) == "GPGGA,000652.300,\(position),2,03,0.90,45.1,M,4.9,M,,")
        #expect(body(.vtg(measurement)) == "GPVTG,160.0,T,,M,2.72,N,5.04,K,D")
        #expect(body(.gsa(measurement)) == "GPGSA,A,3,02,13,05,,,,,,,,,,1.63,0.90,1.36")
        #expect(body(.gst(measurement)) == "GPGST,000652.300,1.75,1.75,1.75,0.0,1.75,1.75,4.00")
        #expect(
            NMEASentence.gsv(measurement).map(body) == [
                "GPGSV,2,1,05,02,68,004,46,13,09,287,07,35,41,012,40,07,05,118,30", "GPGSV,2,2,05,05,57,031,45",
            ])
    }

    @Test("a sentence ends with its checksum, its bytes with carriage return and line feed")
    func ends() {
        let sentence = NMEASentence("VTG", ["1"])
        #expect(sentence.description == "$GPVTG,1*" + NMEASentence.checksum(of: "GPVTG,1"))
        #expect(sentence.bytes == Array((sentence.description + "\r\n").utf8))
    }

    @Test(
        "angles carry from minutes to degrees and retain their hemisphere",
        arguments: [
            (0.0, "00000.00000,E"), (-0.00000001, "00000.00000,W"), (9.99999999, "01000.00000,E"),
            (-180, "18000.00000,W"), (59.5, "05930.00000,E"),
        ])
    func angle(degrees: Double, text: String) {
        #expect(NMEASentence.angle(degrees, digits: 3, positive: "E", negative: "W").joined(separator: ",") == text)
    }

    @Test(
        "decimals are rounded and unknown values empty",
        arguments: [
            (1.005, 1, "1.0"), (0.96, 1, "1.0"), (-0.04, 1, "0.0"), (-12.36, 1, "-12.4"), (7, 0, "7"),
            (nil, 1, ""), (.nan, 2, ""), (.infinity, 2, ""), (-1e300, 2, ""),
        ] as [(Double?, Int, String)])
    func decimal(value: Double?, decimals: Int, text: String) {
        #expect(NMEASentence.decimal(value, decimals) == text)
    }

    @Test("a course that rounds to a full turn is 0", arguments: [(359.96, "0.0"), (359.94, "359.9"), (nil, "")])
    func course(degrees: Double?, text: String) {
        #expect(NMEASentence.course(degrees) == text)
    }

    private func body(_ sentence: NMEASentence) -> String {
        String(sentence.description.dropFirst().dropLast(3))
    }
}
