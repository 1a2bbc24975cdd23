// swift-tools-version: 6.2
import PackageDescription

/// The settings of the product's `Package.swift`.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

/// Modules of the product.
func modules(_ names: [String]) -> [Target.Dependency] {
    names.map { .product(name: $0, package: "WhereIsMy") }
}

func program(_ name: String, _ names: [String]) -> Target {
    .executableTarget(name: name, dependencies: modules(names), swiftSettings: strict)
}

func tests(of program: String, _ name: String, _ names: [String]) -> Target {
    .testTarget(name: name, dependencies: [.byName(name: program)] + modules(names), swiftSettings: strict)
}

let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "WhereIsMy", path: "..")],
    targets: [
        program(
            "fleetbench",
            [
                "Basics", "FleetProtocol", "FleetStore", "History", "HistoryEncoding", "Location", "PostgreSQL",
                "Queries", "Simulator", "TestSupport", "Tracks",
            ]),
        program("gazetteerbench", ["Basics", "Gazetteer", "Linux", "Location", "Simulator"]),
        program("historybench", ["Basics", "HistoryEncoding", "Location", "Simulator"]),
        program("historywriter", ["Basics", "History", "Linux", "Location", "Queries", "Simulator", "Systemd"]),
        program("httpserver", ["Basics", "HTTPServer", "Linux", "Location", "Systemd"]),
        program(
            "ingestbench",
            [
                "Basics", "FleetProtocol", "FleetStore", "HistoryEncoding", "Linux", "Location", "PostgreSQL",
                "TestSupport",
            ]),
        program("truth", ["Basics", "GPSD", "Linux", "Location", "Places", "Simulator", "Tracking"]),

        tests(
            of: "historywriter", "HistoryWriterTests",
            [
                "Basics", "History", "HistoryEncoding", "Linux", "Location", "Simulator", "SQLite", "TestSupport",
            ]),
        tests(of: "truth", "TruthTests", ["Basics", "GPSD", "Location", "Places", "Simulator"]),
    ],
    swiftLanguageModes: [.v6]
)
