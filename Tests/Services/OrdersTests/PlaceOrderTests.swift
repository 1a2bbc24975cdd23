import Orders
import Places
import Testing

struct PlaceOrderTests {
    private func names(_ texts: String...) throws -> [PlaceName] { try texts.map { try #require(PlaceName($0)) } }

    @Test("an order round-trips, also an empty one")
    func roundTrip() throws {
        for places in [try names(), try names("Home"), try names("Zuhause", "-rf", "a b", "ä", "whereismy-places 1")] {
            let order = PlaceOrder(places)
            #expect(try PlaceOrder(reading: order.bytes) == order)
            #expect(order.places == Set(places))
        }
    }

    @Test(
        "an invalid order is rejected as a whole",
        arguments: [
            ("", PlaceOrderError.notAnOrder), ("Home\n", .notAnOrder), ("whereismy-places 2\nHome\n", .notAnOrder),
            ("whereismy-places 1\nHome", .notAnOrder), ("whereismy-places 1\n\n", .notAName(line: 2)),
            ("whereismy-places 1\nHome\n../etc\n", .notAName(line: 3)),
            ("whereismy-places 1\nHome\r\n", .notAName(line: 2)), ("whereismy-places 1\nA\0B\n", .notAName(line: 2)),
            ("whereismy-places 1\n Home\n", .notAName(line: 2)),
        ])
    func refused(text: String, fault: PlaceOrderError) {
        #expect(throws: fault) { try PlaceOrder(reading: Array(text.utf8)) }
    }

    @Test("neither other bytes nor too many are read")
    func bytes() {
        #expect(throws: PlaceOrderError.notText) {
            try PlaceOrder(reading: Array("whereismy-places 1\n".utf8) + [0xFF, 10])
        }
        let long = [UInt8](repeating: 10, count: PlaceOrder.maxBytes + 1)
        #expect(throws: PlaceOrderError.tooLong) { try PlaceOrder(reading: long) }
        let many = "whereismy-places 1\n" + String(repeating: "a\n", count: PlaceOrder.maxPlaces + 1)
        #expect(throws: PlaceOrderError.tooMany) { try PlaceOrder(reading: Array(many.utf8)) }
    }

    @Test("of too many places the first are included, and the longest names fit")
    func many() throws {
        let names = try (0..<PlaceOrder.maxPlaces + 5).map { number in
            try #require(PlaceName(String(repeating: "x", count: PlaceName.maxBytes - 3) + String(100 + number)))
        }
        let order = PlaceOrder(names)
        #expect(order.places == Set(names.prefix(PlaceOrder.maxPlaces)))
        #expect(order.bytes.count == PlaceOrder.maxBytes)
        #expect(try PlaceOrder(reading: order.bytes) == order)
    }
}
