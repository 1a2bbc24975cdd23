import CLinux
import Glibc

/// A null-terminated array of C strings, as `main` receives and `posix_spawn` expects them.
///
/// It owns copies of the strings and frees them; C may reorder the pointers.
@safe
final class CStrings {
    /// The array for C, valid as long as this object lives.
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let originals: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) {
        // deinit frees both by the pointers stored here, regardless of how C has reordered the array.
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

    /// The number of strings, without the terminating null.
    var count: Int32 { unsafe Int32(clamping: originals.count) }

    /// Returns the string at an index of the array as C left it; empty out of range.
    func string(at index: Int) -> String {
        guard (0..<Int(count)).contains(index), let text = unsafe pointers[index] else { return "" }
        return unsafe String(cString: text)
    }

    /// The C string at an index, valid as long as this object lives; nil out of range.
    subscript(index: Int) -> UnsafePointer<CChar>? {
        guard (0..<Int(count)).contains(index) else { return nil }
        return unsafe UnsafePointer(pointers[index])
    }
}
