public import Foundation

/// The JSON coding that request bodies and decoded responses share, so that a value survives the round trip.
public enum NetworkJSON {
    /// Dates are ISO 8601 in UTC, with as many fraction digits as they need (up to three).
    @Sendable public static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(ISO8601.format(date))
        }
        return encoder
    }

    /// Dates are ISO 8601 with none to nine fraction digits and `Z` or an offset.
    @Sendable public static func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            guard let date = ISO8601.parse(text) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "Not an ISO 8601 date: \(text)")
            }
            return date
        }
        return decoder
    }
}
