import FleetStore
import HTTPServer
import PostgreSQL
import Web

extension Problem {
    /// The problem of every request while the database is away.
    static let databaseAway = away(detail: "the database is unavailable; fix: retry in 5 seconds")

    private static func away(detail: String) -> Problem {
        Problem(
            .serviceUnavailable, code: "database-away", detail: detail, headers: [HTTPField("Retry-After", "5")])
    }

    /// The problem of a device that does not exist or that the viewer may not see, which is the same for the viewer.
    static let noDevice = Problem.notFound("no such device")

    /// The same of a team.
    static let noTeam = Problem.notFound("no such team")

    /// The problem of a request without valid credentials.
    static let unauthorized = Problem.unauthorized(
        realm: "whereismy-fleet", fix: "a sign-in link for a browser, a token for a program")
}

extension Problem {
    /// Creates the problem of an error that the client has to know; nil for any other.
    init?(translating error: any Error) {
        switch error {
        case let error as AdministrationError: self.init(error)
        case let error as PostgresError where error == .missingSchema: self = .away(detail: error.message)
        case let error as PostgresError where error.isConnectionLost: self = .databaseAway
        // A statement has reached its limit, or the limit for a lock: query_canceled, lock_not_available.
        case let error as PostgresError where error.sqlState == "57014" || error.sqlState == "55P03":
            self = .away(detail: "the database takes too long; fix: retry in 5 seconds")
        case let error as PostgresError where error.isOfOlderSchema:
            self = .away(detail: "\(error.message); fix: sudo -u postgres whereismy-fleet migrate")
        default: return nil
        }
    }

    /// Creates the problem of a change that the database cannot make.
    private init(_ error: AdministrationError) {
        let (status, code): (HTTPStatus, String) =
            switch error.kind {
            case .notFound: (.notFound, "not-found")
            case .exists: (.conflict, "exists")
            case .invalid: (.badRequest, "bad-request")
            }
        self.init(status, code: code, detail: error.description)
    }
}
