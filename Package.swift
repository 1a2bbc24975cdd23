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

/// The files in `templates/`, built into `Pages` as the last resort.
let templates: [Resource] = [
    "current-location.html", "location-error.html", "whereismymac.html",
    "page-advice.html", "page-age.html", "page-facts.html", "page-foot.html", "page-head.html", "page-notes.html",
    "page-position.html", "page-report.html", "page-script.html", "page-style.html", "page-table.html",
    "expired.html", "icon.svg", "live.css", "live.html", "manifest.webmanifest", "sign-in.html",
    "live.js", "live-anchor.js", "live-around.js", "live-chosen.js", "live-coordinates.js", "live-facts.js",
    "live-fences.js", "live-geodesy.js", "live-happened.js", "live-history.js", "live-map.js", "live-own.js",
    "live-page.js", "live-places.js", "live-range.js", "live-rows.js", "live-search.js", "live-share.js",
    "live-state.js", "live-stream.js", "live-surroundings.js", "live-tiles.js", "live-trail.js", "live-units.js",
    "live-where.js",
].map { .embedInCode("../../templates/\($0)") }

func library(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name + "Tests", dependencies: dependencies, swiftSettings: strict)
}

let package = Package(
    name: "WhereIsMy",
    targets: [
        .systemLibrary(name: "CCurl"),
        .systemLibrary(name: "CExpat"),
        .systemLibrary(name: "CGPS"),
        .systemLibrary(name: "CGeonames"),
        .systemLibrary(name: "CINI"),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CMicroHTTPD"),
        .systemLibrary(name: "CQREncode"),
        .systemLibrary(name: "CSQLite"),
        .systemLibrary(name: "CSodium"),
        .systemLibrary(name: "CSystemd"),
        .systemLibrary(name: "CZlib"),

        library("Location"),
        library("Linux", ["CLinux", "Location"]),
        library("Systemd", ["CSystemd", "Linux", "Location"]),
        library("SafeJSON"),
        library("GPSD", ["CGPS", "Linux", "Location", "SafeJSON"]),
        library("Tracking", ["Location"]),
        library("Wire", ["Location", "SafeJSON"]),
        library("QRCode", ["CQREncode"]),
        library("SQLite", ["CSQLite"]),
        library("XML", ["CExpat"]),
        library("HistoryEncoding", ["Location"]),
        library("History", ["HistoryEncoding", "Linux", "Location", "SQLite"]),
        library("Gazetteer", ["Linux", "Location", "SQLite"]),
        library("Geonames", ["CGeonames"]),
        library("Tracks", ["Location", "Wire", "XML"]),
        library("Places", ["Location"]),
        library("Orders", ["Linux", "Location", "Places"]),
        library("Hooks", ["Linux", "Location", "Orders", "Places", "Wire"]),
        library("PlacesWire", ["Location", "Places", "SafeJSON", "Wire"]),
        library("PlacesStore", ["Linux", "Places", "PlacesWire"]),
        library(
            "Answers", ["Gazetteer", "History", "HistoryEncoding", "Linux", "Location", "Places", "Tracks", "Wire"]),
        library("Pages", ["Linux", "Location", "QRCode"], resources: templates),
        library("Compression", ["CZlib"]),
        library("Cryptography", ["CSodium"]),
        library("HTTPServer", ["CMicroHTTPD", "Linux"]),
        library("Tiles", ["Linux", "SQLite"]),
        library("Access", ["Cryptography", "Location", "SafeJSON", "Wire"]),
        library(
            "API",
            [
                "Access", "Answers", "Compression", "Gazetteer", "History", "HTTPServer", "Linux", "Location", "Pages",
                "Places", "PlacesStore", "PlacesWire", "SafeJSON", "Systemd", "Tiles", "Tracks", "Wire",
            ]),
        library("Simulator", ["Location"]),
        library("Demonstration", ["Linux", "Location", "SafeJSON", "Simulator"]),
        library("Configuration", ["CINI", "Linux", "Location", "Places", "PlacesWire"]),
        library(
            "Webhooks",
            ["Configuration", "Cryptography", "Linux", "Location", "SafeJSON", "Wire"]),
        library("Curl", ["CCurl"]),
        library(
            "WebhookDelivery",
            ["Configuration", "Curl", "Linux", "Location", "Systemd", "Webhooks"]),
        library(
            "Daemon",
            [
                "Access", "API", "Configuration", "Demonstration", "Gazetteer", "GPSD", "History", "Hooks",
                "HTTPServer", "Linux", "Location", "Orders", "Pages", "Places", "PlacesWire", "Simulator", "Systemd",
                "Tiles", "Tracking", "Tracks", "Webhooks", "Wire",
            ]),
        library(
            "Command",
            [
                "Access", "Answers", "Configuration", "Gazetteer", "History", "Hooks", "Linux", "Location", "Pages",
                "Places", "PlacesStore", "PlacesWire", "QRCode", "SafeJSON", "Simulator", "Tracks", "Webhooks", "Wire",
            ]),
        program("whereismyd", ["Daemon"]),
        program("whereismy", ["Command"]),
        program("whereismy-geonames", ["Geonames", "Linux", "Location"]),
        program("whereismy-webhooks", ["WebhookDelivery"]),
        program("whereismy-orders", ["Orders"]),
        program("whereismy-hooks", ["Hooks"]),
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

        library("TestSupport", ["Linux", "Location"]),
        tests("Location", ["Location"]),
        tests("Linux", ["Linux", "Location"]),
        tests("Systemd", ["Systemd"]),
        tests("SafeJSON", ["SafeJSON"]),
        tests("GPSD", ["GPSD", "Linux", "Location", "TestSupport"]),
        tests("Tracking", ["Location", "TestSupport", "Tracking"]),
        tests("Wire", ["Location", "Wire"]),
        tests("QRCode", ["QRCode"]),
        tests("SQLite", ["Linux", "SQLite", "TestSupport"]),
        tests("XML", ["XML"]),
        tests("HistoryEncoding", ["GPSD", "HistoryEncoding", "Linux", "Location", "Simulator", "TestSupport"]),
        tests(
            "History",
            [
                "History", "HistoryEncoding", "Linux", "Location", "SQLite", "Simulator", "TestSupport",
                "historywriter",
            ]),
        tests("Gazetteer", ["Gazetteer", "Linux", "Location", "SQLite", "Simulator", "TestSupport"]),
        tests("Geonames", ["Geonames"]),
        tests("Tracks", ["Linux", "Location", "TestSupport", "Tracks"]),
        tests("Places", ["Location", "Places", "Simulator"]),
        tests("Orders", ["Linux", "Orders", "Places", "TestSupport"]),
        tests("Hooks", ["Hooks", "Linux", "Location", "TestSupport"]),
        tests("PlacesWire", ["Location", "Places", "PlacesWire"]),
        tests("PlacesStore", ["Linux", "Location", "Places", "PlacesStore", "TestSupport"]),
        tests("Answers", ["Answers", "History", "Linux", "Location", "Places", "TestSupport", "Tracks"]),
        tests("Pages", ["Linux", "Location", "Pages", "TestSupport"]),
        tests("Compression", ["CZlib", "Compression"]),
        tests("Cryptography", ["Cryptography"]),
        tests("HTTPServer", ["HTTPServer", "Linux", "Simulator", "TestSupport"]),
        tests("Tiles", ["SQLite", "TestSupport", "Tiles"]),
        tests("Access", ["Access", "Location", "TestSupport"]),
        tests(
            "API",
            [
                "Access", "API", "Gazetteer", "History", "HTTPServer", "Linux", "Location", "Places", "PlacesStore",
                "TestSupport",
            ]),
        tests("Simulator", ["GPSD", "Linux", "Location", "Simulator"]),
        tests("Demonstration", ["Demonstration", "Linux", "Location", "Simulator"]),
        tests("Configuration", ["Configuration", "Linux", "Location", "Places", "TestSupport"]),
        tests("Webhooks", ["Configuration", "Linux", "Location", "TestSupport", "Webhooks"]),
        tests(
            "Daemon",
            [
                "Configuration", "Daemon", "Gazetteer", "GPSD", "History", "Hooks", "Linux", "Location", "Orders",
                "Pages", "Places", "PlacesWire", "Systemd", "TestSupport", "Tracking", "Tracks", "Wire",
            ]),
        tests(
            "Command",
            [
                "Command", "Configuration", "Gazetteer", "History", "Hooks", "Linux", "Location", "Places",
                "PlacesStore", "PlacesWire", "SQLite", "Simulator", "TestSupport", "Wire",
            ]),
        tests("Architecture", []),
        tests("Truth", ["Location", "Places", "Simulator", "truth"]),
        tests(
            "EndToEnd",
            [
                "Demonstration", "History", "Linux", "Location", "Pages", "Simulator", "TestSupport", "Wire",
                "whereismy", "whereismyd",
            ]),
    ],
    swiftLanguageModes: [.v6]
)
