import Testing

@testable import NMEA

struct NMEASentenceTests {
    @Test(
        "the checksum is the exclusive or of all characters between dollar and star",
        arguments: [
            ("GPGLL,5057.970,N,00146.110,E,142451,A", "27"), ("GPVTG,089.0,T,,,15.2,N,,", "7F"), ("A", "41"),
            ("AE", "04"), ("GNRMC,102502.60,A,3748.60025,S,14457.79760,E,2.8,158.5,221126,,,A", "5D"),
            ("GNGGA,102502.60,3748.60025,S,14457.79760,E,1,09,0.9,31.0,M,-5.0,M,,", "42"),
        ])
    func checksum(body: String, sum: String) {
        #expect(NMEASentence.checksum(of: body) == sum)
    }

    @Test("a sentence ends with its checksum, its bytes with carriage return and line feed")
    func ends() {
        let sentence = NMEASentence("GPVTG", ["1"])
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
}
