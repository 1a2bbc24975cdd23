import Places

/// A member of a list that is nil where it is of another kind than expected, so that the others can still be read.
struct Lossy<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) {
        value = try? Value(from: decoder)
    }
}

/// A list of members of which each may be bad; there are at most as many as a book of places has room for.
struct LossyList<Value: Decodable>: Decodable {
    let values: [Value?]

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        var values: [Value?] = []
        while !list.isAtEnd {
            guard values.count < PlaceCollection.limits.places else {
                throw PlacesFormatError.tooMany(PlaceCollection.limits.places)
            }
            values.append(try list.decode(Lossy<Value>.self).value)
        }
        self.values = values
    }
}
