// swift-tools-version: 6.2
import PackageDescription

// A package of its own: the rules are checked in seconds, before anything else is built.
let package = Package(
    name: "Architecture",
    targets: [.testTarget(name: "ArchitectureTests", path: ".")],
    swiftLanguageModes: [.v6]
)
