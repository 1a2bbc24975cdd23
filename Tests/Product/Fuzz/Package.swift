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

/// The modules that read hostile input, and what they are tested with.
let modules = [
    "Access", "API", "APIClient", "Basics", "Coastline", "Compression", "Delivery", "FleetCollector", "FleetProtocol",
    "FleetStore", "GPSD", "History", "HistoryEncoding", "HTTPServer", "JSON", "Linux", "Location", "Pages", "Places",
    "PlacesFiles", "PostgreSQL", "Privacy", "PublishFormats", "Tracking", "Tracks", "Webhooks", "Wire",
]

// A package of its own: it links only with -sanitize=fuzzer,address, which `swift test` does not pass.
let package = Package(
    name: "Fuzz",
    dependencies: [.package(name: "WhereIsMy", path: "../../..")],
    targets: [
        .target(name: "CFuzzer"),
        .executableTarget(
            name: "fuzz", dependencies: ["CFuzzer"] + modules.map { .product(name: $0, package: "WhereIsMy") },
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
