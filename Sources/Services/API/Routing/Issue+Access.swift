import Access
import HTTPServer

extension Problem {
    /// The same refusal for programs.
    init(_ error: AccessError) {
        let status: HTTPStatus =
            switch error.kind {
            case .invalid: .badRequest
            case .exists, .fixed, .full: .conflict
            case .absent: .notFound
            case .unavailable: .serviceUnavailable
            }
        self.init(status, code: error.kind.rawValue, detail: error.description)
    }
}
