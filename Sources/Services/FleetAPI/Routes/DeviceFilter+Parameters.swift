import Basics
import FleetStore
import History
import Web

extension DeviceFilter {
    /// Creates a filter from the query parameters `team`, `state`, `within` and `name`.
    ///
    /// - Throws: ``Problem`` for an invalid parameter.
    init(_ parameters: QueryParameters) throws(Problem) {
        let states = DeviceState.allCases.map(\.rawValue).joined(separator: ", ")
        self.init(
            team: parameters.text("team"),
            state: try parameters.value("state", expected: "a state: \(states)", parse: DeviceState.init(rawValue:)),
            within: try parameters.area("within"), name: parameters.text("name"))
    }
}
