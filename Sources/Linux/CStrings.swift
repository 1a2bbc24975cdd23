import Glibc

/// A list of C strings with a null after the last, as `main` gets its arguments and `posix_spawn` takes them.
///
/// It owns copies of the strings and frees them; the order of the pointers may be changed by C.
@safe
final class CStrings {
    private let storage: UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>
    private let originals: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) {
        // Both kinds of memory are freed in deinit, by the pointers kept here and not by what C made of the order.
        unsafe originals = strings.map { unsafe strdup($0) }
        unsafe storage = .allocate(capacity: strings.count + 1)
        _ = unsafe storage.initialize(from: originals + [nil])
    }

    deinit {
        unsafe originals.forEach { unsafe free($0) }
        unsafe storage.deallocate()
    }

    /// How many strings there are, without the null.
    var count: Int32 { unsafe Int32(clamping: originals.count) }

    /// The list as C takes it, valid for the life of this object.
    var pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? { unsafe storage.baseAddress }

    /// The string at a place of the list as C left it; empty beyond its end.
    func string(at index: Int) -> String {
        guard unsafe storage.indices.contains(index), let text = unsafe storage[index] else { return "" }
        return unsafe String(cString: text)
    }

    /// The C string at a place of the list, valid for the life of this object.
    subscript(index: Int) -> UnsafePointer<CChar>? {
        guard unsafe storage.indices.contains(index) else { return nil }
        return unsafe UnsafePointer(storage[index])
    }
}
