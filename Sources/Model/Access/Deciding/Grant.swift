/// What a request may see, apart from shares, whose secret is in the path.
public enum Grant: Hashable, Sendable {
    /// Everything: the Unix socket, a browser that signed in, or whoever there is where access is open.
    case owner
    /// What the token of a program lets do.
    case token(Token)
    /// Nothing.
    case none

    /// Whether it lets do what a scope is about.
    public func allows(_ scope: Scope) -> Bool {
        switch self {
        case .owner: true
        case .token(let token): token.scopes.contains(scope)
        case .none: false
        }
    }
}
