/// The tables, functions and views of the fixes, as scripts for the migrations.
///
/// They need the schema `whereismy`, the table `device(id, name)` and the roles.
enum FleetHistorySchema {
    /// The tables `recent` and `segment`, and the functions for the partitions of `recent`.
    static let tables = String(decoding: PackageResources.history_tables_sql, as: UTF8.self)
}
