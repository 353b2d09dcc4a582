#if !canImport(Combine)
/// A value behind a reference.
///
/// What is optional on a path that every value takes is held by one: to copy or test an optional of a generic type, the
/// runtime looks the type up each time, which takes longer than all the rest; a reference needs no look.
final class Held<Value> {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
#endif
