/// A cause whose description is written by this package for a person and holds no secret, so that a ``NetworkError`` of
/// kind `unknown` may say it instead of "The request failed".
package protocol ExplainedError: Error, CustomStringConvertible {}
