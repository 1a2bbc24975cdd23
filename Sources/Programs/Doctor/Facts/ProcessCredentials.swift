import Linux

/// Who somebody is to the kernel, and so what they may do to a file.
struct ProcessCredentials: Hashable, Sendable {
    /// What is done to a file: the bits of one class of its mode.
    struct Access: OptionSet, Hashable, Sendable {
        let rawValue: UInt32

        static let read = Access(rawValue: 4)
        static let write = Access(rawValue: 2)
        /// To look into a directory.
        static let search = Access(rawValue: 1)
    }

    /// The number of the user; root is 0.
    var user: UInt32
    /// The numbers of their groups.
    var groups: Set<UInt32> = []

    /// Whether they may do all of that to a file, by its mode alone: access control lists are not looked at.
    func isAllowed(_ use: Access, on file: FileStatus) -> Bool {
        guard user != 0 else { return true }
        // The first class that fits is the one that counts (path_resolution(7)).
        let shift: UInt32 = file.owner == user ? 6 : groups.contains(file.group) ? 3 : 0
        return Access(rawValue: file.mode >> shift & 7).isSuperset(of: use)
    }
}
