import Testing

@testable import Pages

struct ZoneTextTests {
    @Test(
        "an offset from UTC is hours and minutes, and UTC itself is nothing",
        arguments: [
            (0, nil), (59, nil), (39_600, "UTC+11"), (-12_600, "UTC−3:30"), (20_700, "UTC+5:45"), (-180, "UTC−0:03"),
        ] as [(Int, String?)])
    func text(seconds: Int, expected: String?) {
        #expect(ZoneText.text(.seconds(seconds)) == expected)
    }
}
