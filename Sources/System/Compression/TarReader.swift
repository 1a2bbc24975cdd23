/// Reads a tar archive from its start: ustar, pax and GNU's, in constant memory.
final class TarReader {
    /// Bytes of a long name, and of values for a file; real ones have some hundred.
    private static let maxValues = 65_536

    private enum Part {
        case header, content, padding
        /// Two empty blocks end an archive, and programs fill the last record; nothing follows that is read.
        case end
    }

    private var part = Part.header
    private var block: [UInt8] = []
    private var header: TarHeader?
    /// The content of a header that is about the next file.
    private var collected: [UInt8] = []
    private var values = TarValues()
    /// Bytes of the current part that are to come.
    private var left: UInt64 = 0
    private var padding = 0

    static func isArchive(_ head: [UInt8]) -> Bool {
        TarHeader(Array(head.prefix(TarHeader.size))) != nil
    }

    func read(_ bytes: Span<UInt8>, into receiver: some UnpackedFileReceiver) throws(UnpackError) {
        var start = 0
        while start < bytes.count, part != .end {
            let rest = bytes.extracting(start..<bytes.count)
            switch part {
            case .header: start += try readHeader(rest, receiver)
            case .content: start += readContent(rest, receiver)
            case .padding: start += readPadding(rest)
            case .end: break
            }
        }
    }

    func finish() throws(UnpackError) {
        guard part == .end else { throw .truncated }
    }

    private func readHeader(_ bytes: Span<UInt8>, _ receiver: some UnpackedFileReceiver) throws(UnpackError) -> Int {
        let used = min(bytes.count, TarHeader.size - block.count)
        for index in 0..<used { block.append(bytes[index]) }
        guard block.count == TarHeader.size else { return used }
        defer { block.removeAll(keepingCapacity: true) }
        guard !block.allSatisfy({ $0 == 0 }) else {
            part = .end
            return used
        }
        guard let header = TarHeader(block) else { throw .damaged }
        try begin(header, receiver)
        return used
    }

    private func begin(_ new: TarHeader, _ receiver: some UnpackedFileReceiver) throws(UnpackError) {
        var header = new
        if [.file, .other, .directory].contains(header.kind) {
            header.name = values.path ?? header.name
            if header.kind != .directory { header.contentSize = values.size ?? header.contentSize }
            values = TarValues()
        }
        guard ![.longName, .values].contains(header.kind) || header.contentSize <= UInt64(Self.maxValues) else {
            throw .damaged
        }
        if header.isReported { receiver.begin(header.name) }
        (self.header, part, left) = (header, .content, header.contentSize)
        padding = Int((512 - header.contentSize % 512) % 512)
        if left == 0 { endContent(receiver) }
    }

    private func readContent(_ bytes: Span<UInt8>, _ receiver: some UnpackedFileReceiver) -> Int {
        let used = Int(min(UInt64(bytes.count), left))
        let content = bytes.extracting(0..<used)
        switch header?.kind {
        case .file: receiver.receive(content)
        case .longName, .values: for index in content.indices { collected.append(content[index]) }
        default: break
        }
        left -= UInt64(used)
        if left == 0 { endContent(receiver) }
        return used
    }

    private func endContent(_ receiver: some UnpackedFileReceiver) {
        switch header?.kind {
        case .longName: values = TarValues(longName: collected)
        case .values: values = TarValues(collected)
        default: if header?.isReported == true { receiver.end() }
        }
        collected = []
        part = padding > 0 ? .padding : .header
    }

    private func readPadding(_ bytes: Span<UInt8>) -> Int {
        let used = min(bytes.count, padding)
        padding -= used
        if padding == 0 { part = .header }
        return used
    }
}

extension TarHeader {
    /// True for what has a name of its own and is no directory.
    fileprivate var isReported: Bool { kind == .file || kind == .other }
}
