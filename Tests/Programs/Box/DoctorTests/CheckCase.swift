import Testing

@testable import Doctor

/// A machine with one fault, and the result of a check on it.
struct CheckCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let word: String
    let found: String
    let cure: String?
    let because: CheckName?
    private let change: @Sendable (inout SystemFacts) -> Void

    init(
        _ name: String, _ word: String, _ found: String, cure: String? = nil, because: CheckName? = nil,
        _ change: @escaping @Sendable (inout SystemFacts) -> Void = { _ in }
    ) {
        testDescription = name
        self.word = word
        self.found = found
        self.cure = cure
        self.because = because
        self.change = change
    }

    /// Expects the result of a check; found and cure are parts of its texts.
    func expect(of check: some Check, sourceLocation: SourceLocation = #_sourceLocation) {
        let verdict = check.evaluate(SystemFacts.healthy().with(change))
        #expect(verdict.status == word, "\(verdict)", sourceLocation: sourceLocation)
        #expect(verdict.found.contains(found), "\(verdict)", sourceLocation: sourceLocation)
        if let cure {
            #expect(verdict.cure?.contains(cure) == true, "\(verdict)", sourceLocation: sourceLocation)
        } else {
            #expect(verdict.cure == nil, "\(verdict)", sourceLocation: sourceLocation)
        }
        guard case .skipped(_, let because) = verdict else { return }
        #expect(because == self.because, sourceLocation: sourceLocation)
    }
}
