import CLinux
import Glibc

/// A list of C strings with a null after the last, as `main` gets its arguments and `posix_spawn` takes them.
///
/// It owns copies of the strings and frees them; the order of the pointers may be changed by C.
@safe
final class CStrings {
    /// The list as C takes it, valid for the life of this object.
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let originals: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) {
        // Both kinds of memory are freed in deinit, by the pointers kept here and not by what C made of the order.
        unsafe originals = strings.map { unsafe strdup($0) }
        unsafe pointers = .allocate(capacity: strings.count + 1)
        for index in 0...strings.count {
            unsafe (pointers + index).initialize(to: index < strings.count ? originals[index] : nil)
        }
    }

    deinit {
        unsafe originals.forEach { unsafe free($0) }
        unsafe pointers.deallocate()
    }

    /// How many strings there are, without the null.
    var count: Int32 { unsafe Int32(clamping: originals.count) }

    /// The string at a place of the list as C left it; empty beyond its end.
    func string(at index: Int) -> String {
        guard (0..<Int(count)).contains(index), let text = unsafe pointers[index] else { return "" }
        return unsafe String(cString: text)
    }

    /// The C string at a place of the list, valid for the life of this object.
    subscript(index: Int) -> UnsafePointer<CChar>? {
        guard (0..<Int(count)).contains(index) else { return nil }
        return unsafe UnsafePointer(pointers[index])
    }
}
