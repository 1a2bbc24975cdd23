import Testing

@testable import Location

struct CompassPointTests {
    @Test(
        "the nearest of sixteen points of a course is given as letters, none for one that is not finite",
        arguments: [
            (0, "N"), (11.2, "N"), (11.3, "NNE"), (160, "SSE"), (348.8, "N"), (348.7, "NNW"), (-90, "W"), (.nan, ""),
            (.infinity, ""),
        ] as [(Double, String)])
    func sixteenth(course: Double, expected: String) {
        #expect(CompassPoint.sixteenth(course) == expected)
    }
}
