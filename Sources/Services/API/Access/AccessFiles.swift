public import Access
import Linux

/// Where it is written who may see what.
public struct AccessFiles: Hashable, Sendable {
    /// What the daemon keeps: tokens, sessions and shares.
    let book: String
    /// The tokens that systemd passes (``TokenCredential``); nil where it passes none.
    let credential: String?

    /// Makes a pair of paths; neither file has to be there.
    public init(book: String, credential: String? = nil) {
        self.book = book
        self.credential = credential
    }

    /// Those of them that are there and can be read.
    public var present: [String] {
        [book, credential].compactMap { $0 }.filter { (try? FileContents.read($0)) != nil }
    }

    /// Reads both, as a whole.
    ///
    /// - Throws: ``AccessFault`` with all that is wrong with either.
    public func read() throws(AccessFault) -> AccessBook {
        var (book, fault) = (AccessBook(), nil as AccessFault?)
        do { book = try readBook() } catch { fault = error }
        do {
            try addCredential(to: &book)
        } catch {
            fault = AccessFault(problems: (fault?.problems ?? []) + error.problems)
        }
        if let fault { throw fault }
        return book
    }

    /// Reads the book alone.
    func readBook() throws(AccessFault) -> AccessBook {
        guard let bytes = try bytes(of: book, hint: "the daemon's user has to read it") else { return AccessBook() }
        do {
            return try AccessBook(decoding: bytes)
        } catch {
            throw Self.fault(book, "\(error): mend it or move it away, and reload or restart whereismyd")
        }
    }

    /// Reads the credential alone; the book is left as it is where that cannot be used.
    func addCredential(to book: inout AccessBook) throws(AccessFault) {
        guard let credential, let bytes = try bytes(of: credential, hint: "the daemon's user has to read it")
        else { return book.take(TokenCredential()) }
        do {
            book.take(try TokenCredential(decoding: bytes, beside: book))
        } catch {
            throw AccessFault(
                problems: error.faults.map { .init(file: credential, line: $0.line, message: $0.reason) })
        }
    }

    /// All bytes of a file; nil where there is none.
    private func bytes(of path: String, hint: String) throws(AccessFault) -> [UInt8]? {
        do {
            return try FileContents.read(path)
        } catch {
            guard !error.isAbsence else { return nil }
            throw Self.fault(path, "\(error.reason): \(hint)")
        }
    }

    private static func fault(_ file: String, _ message: String) -> AccessFault {
        AccessFault(problems: [.init(file: file, line: nil, message: message)])
    }
}
