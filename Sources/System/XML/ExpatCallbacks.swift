import CExpat

/// The callbacks of expat, which passes the address of its ``Expat/Memory``.
///
/// Static closures of a type without an actor, so that expat may call them from any thread.
enum ExpatCallbacks {
    static let start: XML_StartElementHandler = { data, name, attributes in
        unsafe record(data) { recorder, parser in
            let line = unsafe Int(clamping: XML_GetCurrentLineNumber(parser))
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
        var count = 0
        while let byte = unsafe text?[count], byte != 0 { count += 1 }
        return unsafe UnsafeRawBufferPointer(start: text, count: count)
    }
}
