import Basics
import Location

@testable import Tracking

extension PositionEstimator {
    mutating func process(_ fix: Fix, at place: Coordinate, dilution: Double?, uptime: Duration) -> Jump? {
        process(Candidate(fix: fix, place: place, dilution: dilution, uptime: uptime))
    }
}
