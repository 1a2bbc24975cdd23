import Linux
import Testing

/// The documents of the packages, by `packaging/debian/rules`.
struct PackageDocumentsTests {
    private func text(_ path: String) throws -> String {
        String(decoding: try FileContents.read("\(PackageProbeTests.packaging)/\(path)"), as: UTF8.self)
    }

    @Test(
        "what a document of a package links to is in the package",
        arguments: ["whereismy", "whereismy-publish", "whereismy-fleet"])
    func links(package: String) throws {
        let start = "DOCUMENTS_\(package) = "
        let line = try #require(try text("debian/rules").split(separator: "\n").first { $0.hasPrefix(start) })
        let documents = Set(line.dropFirst(start.count).split(separator: " ").map(String.init))
        #expect(documents.count >= 3)
        for document in documents {
            // Those of the sources are in no package.
            let links = try text("../docs/\(document)").matches(of: /\]\(([a-z][a-z0-9.\-]*)[)#]/).map { String($0.1) }
            let formats = try text("../docs/\(document)").matches(of: /\(([a-z-]+\.md)\)/).map { String($0.1) }
            for link in links + formats { #expect(documents.contains(link), "\(document)") }
        }
    }
}
