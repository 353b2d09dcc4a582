#if canImport(Combine)
// Where the system has Combine, this module is Combine and nothing else. The other files are its stand-in elsewhere:
// the same names, signatures and behaviour, so that code written against one compiles and means the same on both.
@_exported public import Combine
#endif
