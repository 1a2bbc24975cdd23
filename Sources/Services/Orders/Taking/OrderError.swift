public import Linux

/// Why an order was not carried out.
public enum OrderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A directory or a file could not be had as it should be.
    case system(SystemError)
    /// It is no order.
    case refused(PlaceOrderError)
    /// systemctl has failed with this code, after what it said itself; nil where it took too long.
    case control(String, code: Int32?)

    /// Whether systemd has not said that it refuses, so that it may do the same the next time.
    var isUnanswered: Bool {
        switch self {
        case .system, .control(_, nil): true
        case .refused, .control: false
        }
    }

    /// One line: what failed and why.
    public var description: String {
        switch self {
        case .system(let error): "\(error)"
        case .refused(let fault): "\(PlaceOrder.fileName): refused: \(fault)"
        case .control(let verb, let code?): "systemctl \(verb): exit status \(code)"
        case .control(let verb, nil): "systemctl \(verb): takes too long"
        }
    }
}
