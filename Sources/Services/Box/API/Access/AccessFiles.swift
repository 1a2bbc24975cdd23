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
        var (store, fileError) = (AccessStore(), nil as AccessFilesError?)
        do { store = try loadStore() } catch { fileError = error }
        do {
            try loadCredential(into: &store)
        } catch {
            fileError = AccessFilesError(issues: (fileError?.issues ?? []) + error.issues)
        }
        if let fileError { throw fileError }
        return store
    }

    func loadStore() throws(AccessFilesError) -> AccessStore {
        guard let bytes = try bytes(of: store, hint: "fix: make it readable for the daemon's user") else {
            return AccessStore()
        }
        do {
            return try AccessStore(decoding: bytes)
        } catch {
            throw Self.fileError(store, "\(error); fix: repair or move the file, and reload or restart whereismyd")
        }
    }

    /// Loads the credential; the store stays unchanged if the credential is invalid.
    func loadCredential(into store: inout AccessStore) throws(AccessFilesError) {
        guard let credential, let bytes = try bytes(of: credential, hint: "fix: make it readable for the daemon's user")
        else { return store.replaceCredentialTokens(with: TokenCredential()) }
        do {
            store.replaceCredentialTokens(with: try TokenCredential(decoding: bytes, store: store))
        } catch {
            throw AccessFilesError(
                issues: error.issues.map { .init(file: credential, line: $0.line, message: $0.reason) })
        }
    }

    /// Returns the content of a file; nil if it does not exist.
    private func bytes(of path: String, hint: String) throws(AccessFilesError) -> [UInt8]? {
        do {
            return try FileContents.read(path)
        } catch {
            guard !error.isNotFound else { return nil }
            throw Self.fileError(path, "\(error.reason); \(hint)")
        }
    }

    private static func fileError(_ file: String, _ message: String) -> AccessFilesError {
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
