/// Unpacks gzip files and zip archives from pieces of any size, in constant memory; other files pass unchanged.
///
/// The format is recognised by content. An archive is read from its start, so it may come from a pipe.
public final class FileUnpacker {
    /// The number of times that a file may become longer: deflate reaches 1032, and tracks 30.
    public static let maxExpansion = 200
    /// Bytes of output that are always accepted: short files of zeros are harmless.
    private static let freeOutput = 16 << 20

    private enum Content {
        case plain
        case gzip(Inflater)
        /// Between the members of a gzip file, or after the last one.
        case gzipGap(Inflater)
        case zip(ZipReader)
    }

    private let unpacksArchives: Bool
    private var head: [UInt8] = []
    private var content: Content?
    private var (input, output) = (0, 0)

    /// Creates an unpacker for one file.
    ///
    /// - Parameter unpacksArchives: false to pass zip archives unchanged, as within another one.
    public init(unpacksArchives: Bool = true) {
        self.unpacksArchives = unpacksArchives
    }

    /// Unpacks a piece.
    ///
    /// - Throws: ``UnpackError``; nothing may be fed after it.
    public func feed(_ bytes: Span<UInt8>, into receiver: some UnpackedFileReceiver) throws(UnpackError) {
        input += bytes.count
        guard content == nil else { return try read(bytes, receiver) }
        for index in bytes.indices { head.append(bytes[index]) }
        if head.count >= 4 { try begin(receiver) }
    }

    /// Ends the file.
    ///
    /// - Throws: ``UnpackError/truncated``, or what the end reveals.
    public func finish(into receiver: some UnpackedFileReceiver) throws(UnpackError) {
        if content == nil { try begin(receiver) }
        switch content {
        case .gzip: throw .truncated
        case .zip(let reader): try reader.finish()
        case .plain, .gzipGap, nil: receiver.end()
        }
    }

    private func begin(_ receiver: some UnpackedFileReceiver) throws(UnpackError) {
        if head.starts(with: [0x1F, 0x8B]) {
            content = .gzip(try Inflater(.gzip))
        } else if unpacksArchives, ZipReader.signatures.contains(where: head.starts) {
            content = .zip(ZipReader())
        } else {
            content = .plain
        }
        if case .zip = content {} else { receiver.begin(nil) }
        let head = head
        self.head = []
        try read(head.span, receiver)
    }

    private func read(_ bytes: Span<UInt8>, _ receiver: some UnpackedFileReceiver) throws(UnpackError) {
        switch content {
        case .plain, nil: receiver.receive(bytes)
        case .gzip(let inflater), .gzipGap(let inflater): try readGzip(bytes, by: inflater, into: receiver)
        case .zip(let reader): try reader.read(bytes, into: receiver) { bytes throws(UnpackError) in try count(bytes) }
        }
    }

    /// Reads the members of a gzip file, which are one file after another.
    private func readGzip(
        _ bytes: Span<UInt8>, by inflater: Inflater, into receiver: some UnpackedFileReceiver
    ) throws(UnpackError) {
        var start = 0
        while start < bytes.count {
            if case .gzipGap = content {
                // Tapes pad files with zeros.
                guard bytes[start] != 0 else {
                    start += 1
                    continue
                }
                inflater.reset()
                content = .gzip(inflater)
            }
            let rest = bytes.extracting(start..<bytes.count)
            let (used, isEnd) = try inflater.inflate(rest) { block throws(UnpackError) in
                try count(block.count)
                receiver.receive(block)
            }
            start += used
            guard isEnd else { return }
            content = .gzipGap(inflater)
        }
    }

    private func count(_ bytes: Int) throws(UnpackError) {
        output += bytes
        guard output <= Self.freeOutput || output / Self.maxExpansion <= input else { throw .expandsTooMuch }
    }
}

/// Receives the files that an ``FileUnpacker`` finds, one after another.
public protocol UnpackedFileReceiver: AnyObject {
    /// Begins a file.
    ///
    /// - Parameter name: its path in the archive; nil for a file that is in none.
    func begin(_ name: String?)

    /// Receives a piece of the current file.
    func receive(_ bytes: Span<UInt8>)

    /// Ends the current file.
    func end()
}
