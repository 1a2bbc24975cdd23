import CExpat

/// The owner of a parser of libexpat.
///
/// Safe to use: its pointers are created and freed with it and passed only to expat.
@safe struct Expat: ~Copyable {
    /// The state that the C callbacks reach through the parser's user data.
    @unsafe struct Memory {
        let parser: OpaquePointer
        var recorder: EventRecorder
    }

    /// On the heap, because expat retains its address.
    private let memory: UnsafeMutablePointer<Memory>
    private var bytesFed = 0

    /// Creates a parser; nil if memory is exhausted.
    init?(_ vocabulary: [XMLName]) {
        guard let parser = unsafe XML_ParserCreate(nil) else { return nil }
        unsafe memory = .allocate(capacity: 1)
        unsafe memory.initialize(to: Memory(parser: parser, recorder: EventRecorder(vocabulary)))
        unsafe XML_SetUserData(parser, memory)
        unsafe XML_SetElementHandler(parser, ExpatCallbacks.start, ExpatCallbacks.end)
        unsafe XML_SetStartDoctypeDeclHandler(parser, ExpatCallbacks.documentType)
    }

    deinit {
        unsafe XML_ParserFree(memory.pointee.parser)
        unsafe memory.deinitialize(count: 1)
        unsafe memory.deallocate()
    }

    /// Exchanges the events recorded since the last call for an empty batch.
    mutating func exchange(_ events: inout XMLEvents) {
        unsafe memory.pointee.recorder.exchange(&events)
    }

    /// Parses a piece of at most 2 GiB.
    mutating func parse(_ piece: Span<UInt8>, isLast: Bool) throws(XMLError) {
        bytesFed += piece.count
        // expat reads the bytes during the call only, and copies what it has not finished.
        let status = unsafe piece.withUnsafeBytes { bytes in
            let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            return unsafe XML_Parse(memory.pointee.parser, start, Int32(bytes.count), isLast ? 1 : 0)
        }
        guard status == XML_STATUS_OK else { throw parseError() }
        // expat's position is the start of unfinished markup.
        let unfinished = unsafe bytesFed - Int(XML_GetCurrentByteIndex(memory.pointee.parser))
        guard unfinished <= XMLLimits.maxMarkupBytes || isLast else { throw error(.markupTooLong) }
    }

    private func parseError() -> XMLError {
        if let refusal = unsafe memory.pointee.recorder.rejection { return error(refusal) }
        let code = unsafe XML_GetErrorCode(memory.pointee.parser)
        if code == XML_ERROR_NO_MEMORY { return error(.outOfMemory) }
        if code == XML_ERROR_UNKNOWN_ENCODING { return error(.unknownEncoding) }
        let words = unsafe XML_ErrorString(code).map { unsafe String(cString: $0) }
        return error(.notWellFormed(words ?? "not XML"))
    }

    private func error(_ reason: XMLError.Reason) -> XMLError {
        let parser = unsafe memory.pointee.parser
        let line = unsafe XML_GetCurrentLineNumber(parser)
        let column = unsafe XML_GetCurrentColumnNumber(parser)
        return XMLError(reason, line: Int(clamping: line), column: Int(clamping: column) + 1)
    }
}
