import HTTPServer
import JSON

extension RequestContext {
    /// The body as a value.
    ///
    /// - Throws: ``Problem`` where it is no JSON of that shape.
    func decodeBody<Value: Decodable>(as type: Value.Type, example: String) throws(Problem) -> Value {
        let media = request.header("Content-Type")?.split(separator: ";").first?.trimmingSpaces.lowercased()
        guard media == "application/json" else {
            throw Problem(.unsupportedMediaType, code: "unsupported-media-type", detail: "send application/json, such as \(example)")
        }
        do {
            return try SafeJSON.decode(type, from: request.body)
        } catch {
            throw .badRequest("the content is not what is wanted here, which is JSON such as \(example)")
        }
    }
}
