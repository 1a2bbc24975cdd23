public import Access
import Linux

/// Where it is written who may see what.
public struct AccessFiles: Hashable, Sendable {
    /// What the daemon keeps: tokens, sessions and shares.
    let store: String
    /// The tokens that systemd passes (``TokenCredential``); nil where it passes none.
    let credential: String?

    /// Makes a pair of paths; neither file has to be there.
    public init(store: String, credential: String? = nil) {
        self.store = store
        self.credential = credential
    }

    /// Those of them that are there and can be read.
    public var readableFiles: [String] {
        [store, credential].compactMap { $0 }.filter { (try? FileContents.read($0)) != nil }
    }

    /// Reads both, as a whole.
    ///
    /// - Throws: ``AccessFilesError`` with all that is wrong with either.
    public func load() throws(AccessFilesError) -> AccessStore {
        var (book, fault) = (AccessStore(), nil as AccessFilesError?)
        do { book = try loadStore() } catch { fault = error }
        do {
            try loadCredential(into: &book)
        } catch {
            fault = AccessFilesError(issues: (fault?.issues ?? []) + error.issues)
        }
        if let fault { throw fault }
        return book
    }

    /// Reads the book alone.
    func loadStore() throws(AccessFilesError) -> AccessStore {
        guard let bytes = try bytes(of: store, hint: "the daemon's user has to read it") else { return AccessStore() }
        do {
            return try AccessStore(decoding: bytes)
        } catch {
            throw Self.fault(store, "\(error): mend it or move it away, and reload or restart whereismyd")
        }
    }

    /// Reads the credential alone; the book is left as it is where that cannot be used.
    func loadCredential(into book: inout AccessStore) throws(AccessFilesError) {
        guard let credential, let bytes = try bytes(of: credential, hint: "the daemon's user has to read it")
        else { return book.replaceCredentialTokens(with: TokenCredential()) }
        do {
            book.replaceCredentialTokens(with: try TokenCredential(decoding: bytes, store: book))
        } catch {
            throw AccessFilesError(
                issues: error.faults.map { .init(file: credential, line: $0.line, message: $0.reason) })
        }
    }

    /// All bytes of a file; nil where there is none.
    private func bytes(of path: String, hint: String) throws(AccessFilesError) -> [UInt8]? {
        do {
            return try FileContents.read(path)
        } catch {
            guard !error.isNotFound else { return nil }
            throw Self.fault(path, "\(error.reason): \(hint)")
        }
    }

    private static func fault(_ file: String, _ message: String) -> AccessFilesError {
        AccessFilesError(issues: [.init(file: file, line: nil, message: message)])
    }
}

/// Files of who may see what that are not used.
public struct AccessFilesError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One thing that is wrong.
    public struct Issue: Hashable, Sendable {
        /// The file.
        public let file: String
        /// The line in it, from 1; nil where it is about the whole.
        public let line: Int?
        /// What is wrong and what would work.
        public let message: String
    }

    /// At least one.
    public let issues: [Issue]

    /// One line a problem: `file:line: what is wrong`.
    public var description: String {
        issues.map { problem in
            "\(problem.file):\(problem.line.map { "\($0):" } ?? "") \(problem.message)"
        }.joined(separator: "\n")
    }
}
