import HTTPServer
import JSON

extension Call {
    /// The body as a value.
    ///
    /// - Throws: ``Problem`` where it is no JSON of that shape.
    func document<Value: Decodable>(_ type: Value.Type, _ example: String) throws(Problem) -> Value {
        let media = request.header("Content-Type")?.split(separator: ";").first?.trimmingSpaces.lowercased()
        guard media == "application/json" else {
            throw Problem(.unsupportedMediaType, "unsupported-media-type", "send application/json, such as \(example)")
        }
        do {
            return try SafeJSON.decode(type, from: request.body)
        } catch {
            throw .badRequest("the content is not what is wanted here, which is JSON such as \(example)")
        }
    }
}
