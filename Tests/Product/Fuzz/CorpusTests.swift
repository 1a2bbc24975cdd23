import FoundationEssentials
import Testing

/// Replays the corpus of `make fuzz`, with its findings, in each target.
///
/// An input that ends the process fails the run, and its name is the last one that was printed.
@Suite("Fuzz corpus")
struct CorpusTests {
    private static let corpus = String(#filePath.dropLast("CorpusTests.swift".count)) + "Corpus"
    private static let names = ((try? FileManager.default.contentsOfDirectory(atPath: corpus)) ?? []).sorted()

    @Test("an input neither ends the process nor takes a minute", .timeLimit(.minutes(1)), arguments: names)
    func replay(_ name: String) throws {
        let target = FuzzTargets.make(name)
        let inputs = try FileManager.default.contentsOfDirectory(atPath: "\(Self.corpus)/\(name)").sorted()
        #expect(!inputs.isEmpty)
        for input in inputs {
            let bytes = try Data(contentsOf: URL(filePath: "\(Self.corpus)/\(name)/\(input)"))
            print("fuzz: \(name)/\(input)")
            target.run(Array(bytes))
        }
    }

    @Test("each target has a corpus")
    func targets() {
        #expect(Self.names == FuzzTargets.names)
    }
}
