/// The users and groups of this machine, as passwd(5) and group(5) have them.
struct UserDatabase: Hashable, Sendable {
    struct User: Hashable, Sendable {
        let name: String
        let number: UInt32
        let group: UInt32
    }

    /// A group with its supplementary members.
    struct Group: Hashable, Sendable {
        let name: String
        let number: UInt32
        let members: [String]
    }

    private let users: [User]
    private let groups: [Group]

    /// Parses the two files; ignores invalid lines.
    init(passwd: String = "", group: String = "") {
        users = Self.rows(passwd).compactMap { row in
            guard row.count >= 4, let number = UInt32(row[2]), let group = UInt32(row[3]) else { return nil }
            return User(name: row[0], number: number, group: group)
        }
        groups = Self.rows(group).compactMap { row in
            guard row.count >= 4, let number = UInt32(row[2]) else { return nil }
            return Group(name: row[0], number: number, members: row[3].split(separator: ",").map(String.init))
        }
    }

    /// A user by name; nil if there is none.
    func user(named name: String) -> User? { users.first { $0.name == name } }

    /// A group by name; nil if there is none.
    func group(named name: String) -> Group? { groups.first { $0.name == name } }

    /// The name of a user, else the number.
    func name(ofUser number: UInt32) -> String { users.first { $0.number == number }?.name ?? "#\(number)" }

    /// The name of a group, else the number.
    func name(ofGroup number: UInt32) -> String { groups.first { $0.number == number }?.name ?? "#\(number)" }

    /// The credentials of a new session of a user.
    func credentials(of user: User) -> ProcessCredentials {
        let others = groups.filter { $0.members.contains(user.name) }.map(\.number)
        return ProcessCredentials(user: user.number, groups: Set(others + [user.group]))
    }

    private static func rows(_ text: String) -> [[String]] {
        text.split(separator: "\n").map { $0.split(separator: ":", omittingEmptySubsequences: false).map(String.init) }
    }
}
