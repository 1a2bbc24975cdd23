import Basics
public import JSON

extension CommandResult {
    /// A list: a table for people, an object for programs.
    ///
    /// - Parameters:
    ///   - name: the name of the list in the object.
    ///   - format: the format.
    ///   - items: the items.
    ///   - none: the message for an empty list.
    ///   - heading: the titles of the columns; empty for none.
    ///   - row: returns the row of an item.
    ///   - members: writes the members of an item.
    /// - Returns: the result.
    public static func list<Item>(
        _ name: String, in format: OutputFormat, _ items: [Item], none: String, heading: [String] = [],
        row: (Item) -> [String], members: (inout JSONWriter, Item) -> Void
    ) -> CommandResult {
        guard format == .text else { return .json { $0.objects(name, items, members: members) } }
        guard !items.isEmpty else { return CommandResult(diagnostics: none, code: .nothingKnown) }
        return CommandResult(text: TextTable.text((heading.isEmpty ? [] : [heading]) + items.map(row)))
    }
}
