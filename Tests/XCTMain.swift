import Testing

/// Runs the tests of Swift Testing.
///
/// Without this file SwiftPM searches for tests of XCTest, of which there are none, in an index of all sources, which
/// takes a seventh of a build.
@main
struct TestProgram {
    static func main() async {
        // SwiftPM starts this program once for each library of tests.
        guard CommandLine.arguments.contains("swift-testing") else { return }
        await Testing.__swiftPMEntryPoint() as Never
    }
}
