import CSQLite

extension Connection {
    /// Gives this connection the query `id MATCH nearest(x, y, z, reach)` of R*Trees of points in three dimensions: rows
    /// come in the order of how far their boxes are from the point, those beyond the reach are left out.
    ///
    /// The tree is looked through with the nearest box first (Hjaltason and Samet, "Distance browsing in spatial
    /// databases", ACM Transactions on Database Systems 24, 1999), so that the first rows cost a few of its nodes
    /// however many there are. Boxes hold numbers of 32 bits, rounded outwards.
    ///
    /// - Throws: ``SQLiteError``.
    public func addNearestQuery() throws(SQLiteError) {
        // No context and so nothing to destroy; all that the callback knows comes with each call.
        let code = unsafe sqlite3_rtree_query_callback(handle, "nearest", scoreBox, nil, nil)
        guard code == SQLITE_OK else { throw error(code, sql: "nearest") }
    }
}

/// Called for each box that the search comes by: scores it by the square of its distance from the point.
private func scoreBox(_ query: UnsafeMutablePointer<sqlite3_rtree_query_info>?) -> Int32 {
    // SQLite lends the query for this call; the counts beside both lists say how long they are.
    guard let query = unsafe query, unsafe query.pointee.nParam == 4, unsafe query.pointee.nCoord == 6,
        let parameters = unsafe query.pointee.aParam, let box = unsafe query.pointee.aCoord
    else { return SQLITE_ERROR }
    var square = 0.0
    for axis in 0..<3 {
        let (at, low, high) = unsafe (parameters[axis], box[2 * axis], box[2 * axis + 1])
        let outside = max(low - at, at - high, 0)
        square += outside * outside
    }
    let reach = unsafe parameters[3]
    unsafe query.pointee.eWithin = square <= reach * reach ? PARTLY_WITHIN : NOT_WITHIN
    unsafe query.pointee.rScore = square
    return SQLITE_OK
}
