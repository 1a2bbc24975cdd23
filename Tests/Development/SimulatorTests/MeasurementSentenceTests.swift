import Basics
import Location
import NMEA
import Testing

@testable import Simulator

struct MeasurementSentenceTests {
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

    private func body(_ sentence: NMEASentence) -> String {
        String(sentence.description.dropFirst().dropLast(3))
    }
}
