/// Reads a zip archive from its start: the files with their headers, and not the directory at its end (APPNOTE.TXT of
/// PKWARE, version 6.3).
final class ZipReader {
    /// The beginning of an archive: of a file, or of an empty directory.
    static let signatures: [[UInt8]] = [[0x50, 0x4B, 3, 4], [0x50, 0x4B, 5, 6]]

    /// The directory, the ends of it, and data before it that belong to the archive as a whole.
    private static let directorySignatures: [[UInt8]] = [
        [0x50, 0x4B, 1, 2], [0x50, 0x4B, 5, 6], [0x50, 0x4B, 6, 6], [0x50, 0x4B, 6, 8],
    ]

    /// The bytes behind a directory in an archive that was written to a pipe: a signature and zeros.
    private static let sumsOfNothing: [[UInt8]] = [[0x50, 0x4B, 7, 8], [0, 0, 0, 0]]

    private enum Part {
        /// The header of a file, its name and extra fields, or something else that begins with a signature.
        case signature, header, names
        case stored, deflated, descriptor
        /// A stored file whose length follows it.
        case unbounded
        /// The directory: nothing follows that is read.
        case directory
    }

    private var part = Part.signature
    /// The bytes that a part needs as a whole.
    private var pending: [UInt8] = []
    private var header = ZipHeader()
    private var inflater: Inflater?
    /// True once the end of the directory has been found.
    private var hasEnd = false
    private var search = ZipDescriptorSearch()
    private var sum = CRC32()
    private var (packed, unpacked): (UInt64, UInt64) = (0, 0)

    /// Reads a piece; `count` receives the number of bytes that a block has, and throws to refuse it.
    func read(
        _ bytes: Span<UInt8>, into receiver: some UnpackedFileReceiver, count: (Int) throws(UnpackError) -> Void
    ) throws(UnpackError) {
        var start = 0
        while start < bytes.count || part == .stored && packed == header.packedSize {
            let rest = bytes.extracting(start..<bytes.count)
            switch part {
            case .signature: start += try readSignature(rest)
            case .header: start += try readHeader(rest)
            case .names: start += try readNames(rest, receiver)
            case .stored: start += try readStored(rest, into: receiver, count)
            case .unbounded: start += try readUnbounded(rest, into: receiver, count)
            case .deflated: start += try readDeflated(rest, into: receiver, count)
            case .descriptor: start += try readDescriptor(rest, receiver)
            case .directory: return findEnd(rest)
            }
        }
    }

    /// Ends the archive.
    ///
    /// - Throws: ``UnpackError/truncated`` if the end of the directory is missing.
    func finish() throws(UnpackError) {
        if part == .unbounded { throw .unknownLength(name: header.name) }
        guard part == .directory, hasEnd else { throw .truncated }
    }

    /// Returns the index of a signature in bytes; nil if they do not have it.
    static func firstIndex(ofSignature number: Int, in bytes: [UInt8]) -> Int? {
        bytes.indices.first { bytes[$0...].starts(with: signatures[number]) }
    }

    /// Looks for the end of the directory, without which the archive is not complete.
    private func findEnd(_ bytes: Span<UInt8>) {
        guard !hasEnd else { return }
        let data = pending + bytes.indices.map { bytes[$0] }
        hasEnd = Self.firstIndex(ofSignature: 1, in: data) != nil
        pending = data.suffix(Self.signatures[1].count - 1)
    }

    /// Collects bytes until there are as many as needed; returns the number used, and true if there are enough.
    private func collect(_ bytes: Span<UInt8>, upTo size: Int) -> (used: Int, isComplete: Bool) {
        let used = min(bytes.count, size - pending.count)
        for index in 0..<used { pending.append(bytes[index]) }
        return (used, pending.count == size)
    }

    private func readSignature(_ bytes: Span<UInt8>) throws(UnpackError) -> Int {
        let (used, isComplete) = collect(bytes, upTo: 4)
        guard isComplete else { return used }
        if pending == Self.signatures[0] {
            part = .header
        } else if Self.directorySignatures.contains(pending) {
            part = .directory
            hasEnd = pending == Self.signatures[1]
        } else if !header.isDirectory || !Self.sumsOfNothing.contains(pending) {
            throw .damaged
        }
        pending.removeAll(keepingCapacity: true)
        return used
    }

    private func readHeader(_ bytes: Span<UInt8>) throws(UnpackError) -> Int {
        let (used, isComplete) = collect(bytes, upTo: ZipHeader.size)
        guard isComplete else { return used }
        header = ZipHeader(pending)
        pending.removeAll(keepingCapacity: true)
        part = .names
        return used
    }

    private func readNames(_ bytes: Span<UInt8>, _ receiver: some UnpackedFileReceiver) throws(UnpackError) -> Int {
        let (used, isComplete) = collect(bytes, upTo: header.namesSize)
        guard isComplete else { return used }
        header.setNames(pending)
        pending.removeAll(keepingCapacity: true)
        try header.check()
        (sum, packed, unpacked) = (CRC32(), 0, 0)
        part = header.isDeflated ? .deflated : header.isUnbounded ? .unbounded : .stored
        search = ZipDescriptorSearch()
        if header.isDeflated { try prepareInflater() }
        if !header.isDirectory { receiver.begin(header.name) }
        return used
    }

    private func prepareInflater() throws(UnpackError) {
        if let inflater { inflater.reset() } else { inflater = try Inflater(.raw) }
    }

    private func readStored(
        _ bytes: Span<UInt8>, into receiver: some UnpackedFileReceiver, _ count: (Int) throws(UnpackError) -> Void
    ) throws(UnpackError) -> Int {
        let used = Int(min(UInt64(bytes.count), header.packedSize - packed))
        try pass(bytes.extracting(0..<used), to: receiver, count)
        packed += UInt64(used)
        if packed == header.packedSize { try endFile(receiver) }
        return used
    }

    private func readUnbounded(
        _ bytes: Span<UInt8>, into receiver: some UnpackedFileReceiver, _ count: (Int) throws(UnpackError) -> Void
    ) throws(UnpackError) -> Int {
        let result = try search.read(bytes) { block throws(UnpackError) in try pass(block, to: receiver, count) }
        guard case .ended(let checksum, let length, let rest) = result else { return bytes.count }
        header.set(checksum: checksum, packed: length, unpacked: length)
        packed = length
        try endFile(receiver)
        try read(rest.span, into: receiver) { _ in }
        return bytes.count
    }

    private func readDeflated(
        _ bytes: Span<UInt8>, into receiver: some UnpackedFileReceiver, _ count: (Int) throws(UnpackError) -> Void
    ) throws(UnpackError) -> Int {
        guard let inflater else { throw .outOfMemory }
        let (used, isEnd) = try inflater.inflate(bytes) { block throws(UnpackError) in
            try pass(block, to: receiver, count)
        }
        packed += UInt64(used)
        guard used > 0 || isEnd else { throw .damaged }
        guard isEnd else { return used }
        if header.hasDescriptor { part = .descriptor } else { try endFile(receiver) }
        return used
    }

    private func pass(
        _ block: Span<UInt8>, to receiver: some UnpackedFileReceiver, _ count: (Int) throws(UnpackError) -> Void
    ) throws(UnpackError) {
        try count(block.count)
        sum.add(block)
        unpacked += UInt64(block.count)
        if !header.isDirectory { receiver.receive(block) }
    }

    /// Reads the sums after a file, which have four layouts: with a signature or not, in 64 bits or not.
    private func readDescriptor(
        _ bytes: Span<UInt8>, _ receiver: some UnpackedFileReceiver
    ) throws(UnpackError) -> Int {
        let (used, isComplete) = collect(bytes, upTo: ZipDescriptor.sizes[0])
        guard !isComplete else { return try endDescriptor(used: used, receiver) }
        return used
    }

    private func endDescriptor(used: Int, _ receiver: some UnpackedFileReceiver) throws(UnpackError) -> Int {
        guard let size = ZipDescriptor(checksum: sum.value, packed: packed, unpacked: unpacked).size(in: pending) else {
            throw .damaged
        }
        header.set(checksum: sum.value, packed: packed, unpacked: unpacked)
        let rest = Array(pending.dropFirst(size))
        pending.removeAll(keepingCapacity: true)
        try endFile(receiver)
        // What follows the sums has been collected with them.
        try read(rest.span, into: receiver) { _ in }
        return used
    }

    private func endFile(_ receiver: some UnpackedFileReceiver) throws(UnpackError) {
        guard header.matches(checksum: sum.value, packed: packed, unpacked: unpacked) else { throw .damaged }
        part = .signature
        if !header.isDirectory { receiver.end() }
    }
}
