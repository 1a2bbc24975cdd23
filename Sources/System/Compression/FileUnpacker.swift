/// Unpacks gzip files, and zip and tar archives, from pieces of any size, in constant memory; other files pass unchanged.
///
/// The format is recognised by content; a tar archive may be in a gzip file. An archive is read from its start, so it may
/// come from a pipe.
public final class FileUnpacker {
    /// The number of times that a file may become longer: deflate reaches 1032, and tracks 30.
    public static let maxExpansion = 200
    /// Bytes of output that are always accepted: short files of zeros are harmless.
    private static let freeOutput = 16 << 20
    /// Bytes before a zip archive that are skipped, as where something was saved with it.
    private static let maxJunk = 16_384

    private enum Packing {
        case none
        case gzip(Inflater)
        /// Between the members of a gzip file, or after the last one.
        case gzipGap(Inflater)
    }

    private enum Content {
        case plain
        case zip(ZipReader)
        case tar(TarReader)
    }

    private let unpacksArchives: Bool
    private var head: [UInt8] = []
    /// Nil until the first bytes are known.
    private var packing: Packing?
    /// The first unpacked bytes, until they show the content.
    private var contentHead: [UInt8] = []
    private var content: Content?
    private var (input, output) = (0, 0)

    /// Creates an unpacker for one file; without `unpacksArchives` it passes archives unchanged, as within another one.
    public init(unpacksArchives: Bool = true) {
        self.unpacksArchives = unpacksArchives
    }

    /// Unpacks a piece.
    ///
    /// - Throws: ``UnpackError``; nothing may be fed after it.
    public func feed(_ bytes: Span<UInt8>, into receiver: some UnpackedFileReceiver) throws(UnpackError) {
        input += bytes.count
        guard packing == nil else { return try unpack(bytes, receiver) }
        for index in bytes.indices { head.append(bytes[index]) }
        if head.count >= 2 { try begin(receiver) }
    }

    /// Ends the file.
    ///
    /// - Throws: ``UnpackError/truncated``, or what the end reveals.
    public func finish(into receiver: some UnpackedFileReceiver) throws(UnpackError) {
        if packing == nil { try begin(receiver) }
        if case .gzip = packing {
            if content == nil { try beginContent(receiver) }
            throw .truncated
        }
        if content == nil { try beginContent(receiver) }
        switch content {
        case .zip(let reader): try reader.finish()
        case .tar(let reader): try reader.finish()
        case .plain, nil: receiver.end()
        }
    }

    private func begin(_ receiver: some UnpackedFileReceiver) throws(UnpackError) {
        packing = head.starts(with: [0x1F, 0x8B]) ? .gzip(try Inflater(.gzip)) : Packing.none
        let head = head
        self.head = []
        try unpack(head.span, receiver)
    }

    private func unpack(_ bytes: Span<UInt8>, _ receiver: some UnpackedFileReceiver) throws(UnpackError) {
        switch packing {
        case .gzip(let inflater), .gzipGap(let inflater): try readGzip(bytes, by: inflater, into: receiver)
        case .none?, nil: try read(bytes, receiver)
        }
    }

    /// Reads unpacked bytes.
    private func read(_ bytes: Span<UInt8>, _ receiver: some UnpackedFileReceiver) throws(UnpackError) {
        switch content {
        case .plain: receiver.receive(bytes)
        case .zip(let reader): try reader.read(bytes, into: receiver) { bytes throws(UnpackError) in try count(bytes) }
        case .tar(let reader): try reader.read(bytes, into: receiver)
        case nil:
            for index in bytes.indices { contentHead.append(bytes[index]) }
            let isKnown = isZip || !unpacksArchives || contentHead.count >= Self.maxJunk
            if isKnown { try beginContent(receiver) }
        }
    }

    /// True for the beginning of a zip archive; one in a gzip file passes unchanged.
    private var isZip: Bool {
        guard case .none? = packing, unpacksArchives else { return false }
        return ZipReader.signatures.contains(where: contentHead.starts)
    }

    private func beginContent(_ receiver: some UnpackedFileReceiver) throws(UnpackError) {
        var junk = 0
        if isZip {
            content = .zip(ZipReader())
        } else if unpacksArchives, TarReader.isArchive(contentHead) {
            content = .tar(TarReader())
        } else if unpacksArchives, case .none? = packing,
            let start = ZipReader.firstIndex(ofSignature: 0, in: contentHead)
        {
            (content, junk) = (.zip(ZipReader()), start)
        } else {
            content = .plain
            receiver.begin(nil)
        }
        let head = contentHead
        contentHead = []
        if head.count > junk { try read(head.span.extracting(junk..<head.count), receiver) }
    }

    /// Reads the members of a gzip file, which are one file after another.
    private func readGzip(
        _ bytes: Span<UInt8>, by inflater: Inflater, into receiver: some UnpackedFileReceiver
    ) throws(UnpackError) {
        var start = 0
        while start < bytes.count {
            if case .gzipGap = packing {
                // Tapes pad files with zeros.
                guard bytes[start] != 0 else {
                    start += 1
                    continue
                }
                inflater.reset()
                packing = .gzip(inflater)
            }
            let rest = bytes.extracting(start..<bytes.count)
            let (used, isEnd) = try inflater.inflate(rest) { block throws(UnpackError) in
                try count(block.count)
                try read(block, receiver)
            }
            start += used
            guard isEnd else { return }
            packing = .gzipGap(inflater)
        }
    }

    private func count(_ bytes: Int) throws(UnpackError) {
        output += bytes
        guard output <= Self.freeOutput || output / Self.maxExpansion <= input else { throw .expandsTooMuch }
    }
}

/// Receives the files that an ``FileUnpacker`` finds, one after another.
public protocol UnpackedFileReceiver: AnyObject {
    /// Begins a file by its path in the archive; nil for a file that is in none.
    func begin(_ name: String?)

    /// Receives a piece of the current file.
    func receive(_ bytes: Span<UInt8>)

    /// Ends the current file.
    func end()
}
