// swift-tools-version: 6.2
import PackageDescription

/// What every target is compiled with: Swift 6, no implicit existentials or re-exports, unsafe code
/// marked where it stands, and no warning left standing.
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

/// A folder of `Sources` and `Tests`. Its modules import only from its own layer and the layers before it.
struct Layer {
    let name: String

    func systemLibrary(_ name: String) -> Target {
        .systemLibrary(name: name, path: "Sources/\(self.name)/\(name)")
    }

    func library(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
        .target(
            name: name, dependencies: dependencies, path: "Sources/\(self.name)/\(name)", resources: resources,
            swiftSettings: strict)
    }

    func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
        .executableTarget(
            name: name, dependencies: dependencies, path: "Sources/\(self.name)/\(name)", swiftSettings: strict)
    }

    func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
        .testTarget(
            name: name + "Tests", dependencies: dependencies, path: "Tests/\(self.name)/\(name)Tests",
            swiftSettings: strict)
    }
}

let cLibraries = Layer(name: "CLibraries")
let system = Layer(name: "System")
let model = Layer(name: "Model")
let storage = Layer(name: "Storage")
let services = Layer(name: "Services")
let development = Layer(name: "Development")
let programs = Layer(name: "Programs")
let product = Layer(name: "Product")

let package = Package(
    name: "WhereIsMy",
    targets: [
        cLibraries.systemLibrary("CCurl"),
        cLibraries.systemLibrary("CExpat"),
        cLibraries.systemLibrary("CGPS"),
        cLibraries.systemLibrary("CGeonames"),
        cLibraries.systemLibrary("CINI"),
        cLibraries.systemLibrary("CLinux"),
        cLibraries.systemLibrary("CMicroHTTPD"),
        cLibraries.systemLibrary("CQREncode"),
        cLibraries.systemLibrary("CSQLite"),
        cLibraries.systemLibrary("CSodium"),
        cLibraries.systemLibrary("CSystemd"),
        cLibraries.systemLibrary("CZlib"),

        system.library("Linux", ["CLinux", "Location"]),
        system.library("Systemd", ["CSystemd", "Linux", "Location"]),
        system.library("SafeJSON"),
        system.library("QRCode", ["CQREncode"]),
        system.library("SQLite", ["CSQLite"]),
        system.library("XML", ["CExpat"]),
        system.library("Geonames", ["CGeonames"]),
        system.library("Compression", ["CZlib"]),
        system.library("Cryptography", ["CSodium"]),
        system.library("HTTPServer", ["CMicroHTTPD", "Linux"]),
        system.library("Curl", ["CCurl"]),

        model.library("Location"),
        model.library("Tracking", ["Location"]),
        model.library("Wire", ["Location", "SafeJSON"]),
        model.library("HistoryEncoding", ["Location"]),
        model.library("Tracks", ["Location", "Wire", "XML"]),
        model.library("Places", ["Location"]),
        model.library("Access", ["Cryptography", "Location", "SafeJSON", "Wire"]),

        storage.library("History", ["HistoryEncoding", "Linux", "Location", "SQLite"]),
        storage.library("Gazetteer", ["Linux", "Location", "SQLite"]),
        storage.library("PlacesWire", ["Location", "Places", "SafeJSON", "Wire"]),
        storage.library("PlacesStore", ["Linux", "Places", "PlacesWire"]),
        storage.library("Configuration", ["CINI", "Linux", "Location", "Places", "PlacesWire"]),
        storage.library("Webhooks", ["Configuration", "Cryptography", "Linux", "Location", "SafeJSON", "Wire"]),

        services.library("GPSD", ["CGPS", "Linux", "Location", "SafeJSON"]),
        services.library("Orders", ["Linux", "Location", "Places"]),
        services.library("Hooks", ["Linux", "Location", "Orders", "Places", "Wire"]),
        services.library(
            "Answers",
            [
                "Gazetteer", "History", "HistoryEncoding", "Linux", "Location", "Places", "Tracks", "Wire",
            ]),
        // A link to the folder `templates`: a new file is embedded without a change here.
        services.library("Pages", ["Linux", "Location", "QRCode"], resources: [.embedInCode("Templates")]),
        services.library("Tiles", ["Linux", "SQLite"]),
        services.library(
            "API",
            [
                "Access", "Answers", "Compression", "Gazetteer", "History", "HTTPServer", "Linux", "Location",
                "Pages", "Places", "PlacesStore", "PlacesWire", "SafeJSON", "Systemd", "Tiles", "Tracks", "Wire",
            ]),
        services.library("WebhookDelivery", ["Configuration", "Curl", "Linux", "Location", "Systemd", "Webhooks"]),

        development.library("Simulator", ["Location"]),
        development.library("Demonstration", ["Linux", "Location", "SafeJSON", "Simulator"]),
        development.library("TestSupport", ["Linux", "Location"]),

        programs.library(
            "Daemon",
            [
                "Access", "API", "Configuration", "Demonstration", "Gazetteer", "GPSD", "History", "Hooks",
                "HTTPServer", "Linux", "Location", "Orders", "Pages", "Places", "PlacesWire", "Simulator",
                "Systemd", "Tiles", "Tracking", "Tracks", "Webhooks", "Wire",
            ]),
        programs.library(
            "Command",
            [
                "Access", "Answers", "Configuration", "Gazetteer", "History", "Hooks", "Linux", "Location",
                "Pages", "Places", "PlacesStore", "PlacesWire", "QRCode", "SafeJSON", "Simulator", "Tracks",
                "Webhooks", "Wire",
            ]),
        programs.program("whereismyd", ["Daemon"]),
        programs.program("whereismy", ["Command"]),
        programs.program("whereismy-geonames", ["Geonames", "Linux", "Location"]),
        programs.program("whereismy-webhooks", ["WebhookDelivery"]),
        programs.program("whereismy-orders", ["Orders"]),
        programs.program("whereismy-hooks", ["Hooks"]),

        .executableTarget(
            name: "truth", dependencies: ["Linux", "Location", "Places", "Simulator", "Tracking"],
            path: "Benchmarks/truth", exclude: ["thresholds.json"], swiftSettings: strict),
        .executableTarget(
            name: "historybench", dependencies: ["HistoryEncoding", "Location", "Simulator"],
            path: "Benchmarks/history", swiftSettings: strict),
        .executableTarget(
            name: "historywriter",
            dependencies: ["History", "Linux", "Location", "Simulator", "Systemd"],
            path: "Benchmarks/historywriter", swiftSettings: strict),
        .executableTarget(
            name: "httpserver", dependencies: ["HTTPServer", "Linux", "Location", "Systemd"],
            path: "Benchmarks/httpserver",
            swiftSettings: strict),
        .executableTarget(
            name: "gazetteerbench", dependencies: ["Gazetteer", "Linux", "Location", "Simulator"],
            path: "Benchmarks/gazetteer", swiftSettings: strict),

        system.tests("Linux", ["Linux", "Location"]),
        system.tests("Systemd", ["Systemd"]),
        system.tests("SafeJSON", ["SafeJSON"]),
        system.tests("QRCode", ["QRCode"]),
        system.tests("SQLite", ["Linux", "SQLite", "TestSupport"]),
        system.tests("XML", ["XML"]),
        system.tests("Geonames", ["Geonames"]),
        system.tests("Compression", ["CZlib", "Compression"]),
        system.tests("Cryptography", ["Cryptography"]),
        system.tests("HTTPServer", ["HTTPServer", "Linux", "Simulator", "TestSupport"]),

        model.tests("Location", ["Location"]),
        model.tests("Tracking", ["Location", "TestSupport", "Tracking"]),
        model.tests("Wire", ["Location", "Wire"]),
        model.tests("HistoryEncoding", ["GPSD", "HistoryEncoding", "Linux", "Location", "Simulator", "TestSupport"]),
        model.tests("Tracks", ["Linux", "Location", "TestSupport", "Tracks"]),
        model.tests("Places", ["Location", "Places", "Simulator"]),
        model.tests("Access", ["Access", "Location", "TestSupport"]),

        storage.tests(
            "History",
            [
                "History", "HistoryEncoding", "Linux", "Location", "SQLite", "Simulator", "TestSupport",
                "historywriter",
            ]),
        storage.tests("Gazetteer", ["Gazetteer", "Linux", "Location", "SQLite", "Simulator", "TestSupport"]),
        storage.tests("PlacesWire", ["Location", "Places", "PlacesWire"]),
        storage.tests("PlacesStore", ["Linux", "Location", "Places", "PlacesStore", "TestSupport"]),
        storage.tests("Configuration", ["Configuration", "Linux", "Location", "Places", "TestSupport"]),
        storage.tests("Webhooks", ["Configuration", "Linux", "Location", "TestSupport", "Webhooks"]),

        services.tests("GPSD", ["GPSD", "Linux", "Location", "TestSupport"]),
        services.tests("Orders", ["Linux", "Orders", "Places", "TestSupport"]),
        services.tests("Hooks", ["Hooks", "Linux", "Location", "TestSupport"]),
        services.tests("Answers", ["Answers", "History", "Linux", "Location", "Places", "TestSupport", "Tracks"]),
        services.tests("Pages", ["Linux", "Location", "Pages", "TestSupport"]),
        services.tests("Tiles", ["SQLite", "TestSupport", "Tiles"]),
        services.tests(
            "API",
            [
                "Access", "API", "Gazetteer", "History", "HTTPServer", "Linux", "Location", "Places",
                "PlacesStore", "TestSupport",
            ]),

        development.tests("Simulator", ["GPSD", "Linux", "Location", "Simulator"]),
        development.tests("Demonstration", ["Demonstration", "Linux", "Location", "Simulator"]),

        programs.tests(
            "Daemon",
            [
                "Configuration", "Daemon", "Gazetteer", "GPSD", "History", "Hooks", "Linux", "Location", "Orders",
                "Pages", "Places", "PlacesWire", "Systemd", "TestSupport", "Tracking", "Tracks", "Wire",
            ]),
        programs.tests(
            "Command",
            [
                "Command", "Configuration", "Gazetteer", "History", "Hooks", "Linux", "Location", "Places",
                "PlacesStore", "PlacesWire", "SQLite", "Simulator", "TestSupport", "Wire",
            ]),

        product.tests("Architecture", []),
        product.tests("Truth", ["Location", "Places", "Simulator", "truth"]),
        product.tests(
            "EndToEnd",
            [
                "Demonstration", "History", "Linux", "Location", "Pages", "Simulator", "TestSupport", "Wire",
                "whereismy", "whereismyd",
            ]),
    ],
    swiftLanguageModes: [.v6]
)
