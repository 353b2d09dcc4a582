/// All elements of a sequence.
public func collect<S: AsyncSequence>(_ sequence: S) async throws -> [S.Element] {
    var elements: [S.Element] = []
    for try await element in sequence { elements.append(element) }
    return elements
}

/// The first element of a sequence, which is not read any further.
public func first<S: AsyncSequence>(of sequence: S) async throws -> S.Element? {
    for try await element in sequence { return element }
    return nil
}

/// All elements of a sequence, and the error that ended it, if it is a `Failure`.
public func outcome<S: AsyncSequence, Failure: Error>(
    of sequence: S, failingWith _: Failure.Type
) async -> (values: [S.Element], error: Failure?) {
    var values: [S.Element] = []
    do {
        for try await element in sequence { values.append(element) }
        return (values, nil)
    } catch {
        return (values, error as? Failure)
    }
}

/// What an error says, without the number of the call that failed.
public func unnumbered(_ error: some Error) -> String {
    "\(error)".replacing(/#\d+/, with: "#")
}
