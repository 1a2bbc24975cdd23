/// Who starts and stops units: systemd.
public protocol ServiceControl {
    /// How the targets of places stand.
    ///
    /// - Throws: ``OrderError`` where systemd cannot be asked.
    func targets() throws(OrderError) -> [TargetState]

    /// Has units started, and does not wait for it.
    ///
    /// - Throws: ``OrderError`` where not all of them could be.
    func start(_ units: [String]) throws(OrderError)

    /// Has units stopped, and does not wait for it.
    ///
    /// - Throws: ``OrderError`` where not all of them could be.
    func stop(_ units: [String]) throws(OrderError)
}
