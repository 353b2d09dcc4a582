#if !canImport(Combine)
/// An action on its way to a queue or a run loop, whose interfaces ask for `@Sendable`.
///
/// Proof for `@unchecked`: as in Combine, an action may run elsewhere but not twice at a time; whoever schedules it
/// hands it over and does not call it himself.
struct ScheduledAction: @unchecked Sendable {
    let run: () -> Void
}
#endif
