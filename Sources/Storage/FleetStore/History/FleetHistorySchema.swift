/// The tables, functions and views of the fixes, as scripts for the migrations.
///
/// They need the schema `whereismy`, the table `device(id, name)` and the role `whereismy_collector`.
enum FleetHistorySchema {
    /// The tables `recent` and `segment`, and the functions for the partitions of `recent`.
    static let tables = text(PackageResources.history_tables_sql)

    /// The decoder of segments, and the view `fix` with plain rows; the script can be run again with newer versions.
    static let views = [
        PackageResources.segment_column_sql, PackageResources.segment_decoder_sql, PackageResources.fix_view_sql,
    ].map(text).joined(separator: "\n")

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
