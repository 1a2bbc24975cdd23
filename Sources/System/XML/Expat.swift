import CExpat
import Glibc

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
        let unfinished = unsafe bytesFed - Int(whereismy_xml_byte_index(memory.pointee.parser))
        guard unfinished <= XMLLimits.maxMarkupBytes || isLast else { throw error(.markupTooLong) }
    }

    private func parseError() -> XMLError {
        if let rejection = unsafe memory.pointee.recorder.rejection { return error(rejection) }
        let code = unsafe XML_GetErrorCode(memory.pointee.parser)
        if code == XML_ERROR_NO_MEMORY { return error(.outOfMemory) }
        if code == XML_ERROR_UNKNOWN_ENCODING { return error(.unknownEncoding) }
        let text = unsafe XML_ErrorString(code).map { unsafe String(cString: $0) }
        return error(.notWellFormed(text ?? "not XML"))
    }

    private func error(_ reason: XMLError.Reason) -> XMLError {
        let parser = unsafe memory.pointee.parser
        let line = unsafe whereismy_xml_line(parser)
        let column = unsafe whereismy_xml_column(parser)
        return XMLError(reason: reason, line: Int(clamping: line), column: Int(clamping: column) + 1)
    }
}

/// The callbacks of expat, which passes the address of its ``Expat/Memory``.
///
/// Static closures of a type without an actor, so that expat may call them from any thread.
enum ExpatCallbacks {
    static let start: XML_StartElementHandler = { data, name, attributes in
        unsafe record(data) { recorder, parser in
            let line = unsafe Int(clamping: whereismy_xml_line(parser))
            unsafe recorder.start(Span(_unsafeBytes: terminated(name)), line: line)
            unsafe selectText(for: recorder, in: parser)
            // Names and values alternate, terminated by a null pointer.
            var next = unsafe attributes
            while let name = unsafe next?[0], let value = unsafe next?[1] {
                unsafe recorder.attribute(Span(_unsafeBytes: terminated(name)), Span(_unsafeBytes: terminated(value)))
                unsafe next = next?.advanced(by: 2)
            }
        }
    }

    static let end: XML_EndElementHandler = { data, _ in
        unsafe record(data) { recorder, parser in
            recorder.end()
            unsafe selectText(for: recorder, in: parser)
        }
    }

    static let text: XML_CharacterDataHandler = { data, start, count in
        unsafe record(data) { recorder, _ in
            let bytes = unsafe UnsafeRawBufferPointer(start: start, count: Int(count))
            unsafe recorder.text(Span(_unsafeBytes: bytes))
        }
    }

    /// Only document types declare entities; without them nothing can expand.
    static let documentType: XML_StartDoctypeDeclHandler = { data, _, _, _, _ in
        unsafe record(data) { recorder, _ in recorder.reject(.documentType) }
    }

    /// Makes expat skip unwanted text, such as the white space between elements.
    private static func selectText(for recorder: borrowing EventRecorder, in parser: OpaquePointer) {
        unsafe XML_SetCharacterDataHandler(parser, recorder.wantsText ? text : nil)
    }

    /// Lends the recorder behind the user data, and stops the parser once it rejects the document.
    private static func record(
        _ data: UnsafeMutableRawPointer?, _ note: (inout EventRecorder, OpaquePointer) -> Void
    ) {
        // The owner sets the user data once, to an address that outlives the parser.
        guard let memory = unsafe data?.assumingMemoryBound(to: Expat.Memory.self) else { return }
        let parser = unsafe memory.pointee.parser
        unsafe note(&memory.pointee.recorder, parser)
        if unsafe memory.pointee.recorder.rejection != nil { unsafe XML_StopParser(parser, XML_Bool(XML_FALSE)) }
    }

    /// Returns the bytes of a NUL-terminated text of expat, valid during the callback.
    private static func terminated(_ text: UnsafePointer<CChar>?) -> UnsafeRawBufferPointer {
        guard let text = unsafe text else { return unsafe UnsafeRawBufferPointer(start: nil, count: 0) }
        return unsafe UnsafeRawBufferPointer(start: text, count: strlen(text))
    }
}
