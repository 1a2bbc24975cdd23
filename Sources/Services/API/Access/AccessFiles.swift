public import Access
import Linux

/// The files of the access store.
public struct AccessFiles: Hashable, Sendable {
    /// The path of the store: tokens, sessions and shares.
    let store: String
    /// The path of systemd's credential (``TokenCredential``); nil if there is none.
    let credential: String?

    /// Creates a pair of paths; neither file has to exist.
    public init(store: String, credential: String? = nil) {
        self.store = store
        self.credential = credential
    }

    /// The paths of the files that exist and are readable.
    public var readableFiles: [String] {
        [store, credential].compactMap { $0 }.filter { (try? FileContents.read($0)) != nil }
    }

    /// Loads both files.
    ///
    /// - Throws: ``AccessFilesError`` with all issues of both.
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

    /// Loads the store alone.
    func loadStore() throws(AccessFilesError) -> AccessStore {
        guard let bytes = try bytes(of: store, hint: "the daemon's user has to read it") else { return AccessStore() }
        do {
            return try AccessStore(decoding: bytes)
        } catch {
            throw Self.fault(store, "\(error): mend it or move it away, and reload or restart whereismyd")
        }
    }

    /// Loads the credential; the store stays unchanged if the credential is invalid.
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

    /// Returns the content of a file; nil if it does not exist.
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

/// Thrown for access files with errors.
public struct AccessFilesError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One error in a file.
    public struct Issue: Hashable, Sendable {
        /// The path of the file.
        public let file: String
        /// The line, from 1; nil for the whole file.
        public let line: Int?
        /// The reason and the fix.
        public let message: String
    }

    /// The issues, at least one.
    public let issues: [Issue]

    /// One line an issue: `file:line: message`.
    public var description: String {
        issues.map { problem in
            "\(problem.file):\(problem.line.map { "\($0):" } ?? "") \(problem.message)"
        }.joined(separator: "\n")
    }
}
