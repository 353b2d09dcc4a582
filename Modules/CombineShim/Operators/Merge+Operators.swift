#if !canImport(Combine)
extension Publisher {
    /// The values of this publisher and of `other`, as they come.
    public func merge<P: Publisher>(
        with other: P
    ) -> Publishers.Merge<Self, P> where Failure == P.Failure, Output == P.Output {
        Publishers.Merge(self, other)
    }

    /// The values of this publisher and of two others, as they come.
    public func merge<B: Publisher, C: Publisher>(
        with b: B, _ c: C
    ) -> Publishers.Merge3<Self, B, C>
    where Failure == B.Failure, Output == B.Output, Failure == C.Failure, Output == C.Output {
        Publishers.Merge3(self, b, c)
    }

    /// The values of this publisher and of three others, as they come.
    public func merge<B: Publisher, C: Publisher, D: Publisher>(
        with b: B, _ c: C, _ d: D
    ) -> Publishers.Merge4<Self, B, C, D>
    where
        Failure == B.Failure, Output == B.Output, Failure == C.Failure, Output == C.Output, Failure == D.Failure,
        Output == D.Output
    {
        Publishers.Merge4(self, b, c, d)
    }

    /// The values of this publisher and of four others, as they come.
    public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher>(
        with b: B, _ c: C, _ d: D, _ e: E
    ) -> Publishers.Merge5<Self, B, C, D, E>
    where
        Failure == B.Failure, Output == B.Output, Failure == C.Failure, Output == C.Output, Failure == D.Failure,
        Output == D.Output, Failure == E.Failure, Output == E.Output
    {
        Publishers.Merge5(self, b, c, d, e)
    }

    /// The values of this publisher and of five others, as they come.
    public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher>(
        with b: B, _ c: C, _ d: D, _ e: E, _ f: F
    ) -> Publishers.Merge6<Self, B, C, D, E, F>
    where
        Failure == B.Failure, Output == B.Output, Failure == C.Failure, Output == C.Output, Failure == D.Failure,
        Output == D.Output, Failure == E.Failure, Output == E.Output, Failure == F.Failure, Output == F.Output
    {
        Publishers.Merge6(self, b, c, d, e, f)
    }

    /// The values of this publisher and of six others, as they come.
    public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher>(
        with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G
    ) -> Publishers.Merge7<Self, B, C, D, E, F, G>
    where
        Failure == B.Failure, Output == B.Output, Failure == C.Failure, Output == C.Output, Failure == D.Failure,
        Output == D.Output, Failure == E.Failure, Output == E.Output, Failure == F.Failure, Output == F.Output,
        Failure == G.Failure, Output == G.Output
    {
        Publishers.Merge7(self, b, c, d, e, f, g)
    }

    /// The values of this publisher and of seven others, as they come.
    public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher, H: Publisher>(
        with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H
    ) -> Publishers.Merge8<Self, B, C, D, E, F, G, H>
    where
        Failure == B.Failure, Output == B.Output, Failure == C.Failure, Output == C.Output, Failure == D.Failure,
        Output == D.Output, Failure == E.Failure, Output == E.Output, Failure == F.Failure, Output == F.Output,
        Failure == G.Failure, Output == G.Output, Failure == H.Failure, Output == H.Output
    {
        Publishers.Merge8(self, b, c, d, e, f, g, h)
    }

    /// The values of this publisher and of another of its type, as they come.
    public func merge(with other: Self) -> Publishers.MergeMany<Self> {
        Publishers.MergeMany([self, other])
    }
}

// MARK: - One merger instead of several

extension Publishers.Merge {
    /// Merges one more.
    public func merge<P: Publisher>(
        with other: P
    ) -> Publishers.Merge3<A, B, P>
    where Failure == P.Failure, Output == P.Output {
        Publishers.Merge3(a, b, other)
    }

    /// Merges two more.
    public func merge<Z: Publisher, Y: Publisher>(
        with z: Z, _ y: Y
    ) -> Publishers.Merge4<A, B, Z, Y>
    where Failure == Z.Failure, Output == Z.Output, Failure == Y.Failure, Output == Y.Output {
        Publishers.Merge4(a, b, z, y)
    }

    /// Merges three more.
    public func merge<Z: Publisher, Y: Publisher, X: Publisher>(
        with z: Z, _ y: Y, _ x: X
    ) -> Publishers.Merge5<A, B, Z, Y, X>
    where
        Failure == Z.Failure, Output == Z.Output, Failure == Y.Failure, Output == Y.Output, Failure == X.Failure,
        Output == X.Output
    {
        Publishers.Merge5(a, b, z, y, x)
    }

    /// Merges four more.
    public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher>(
        with z: Z, _ y: Y, _ x: X, _ w: W
    ) -> Publishers.Merge6<A, B, Z, Y, X, W>
    where
        Failure == Z.Failure, Output == Z.Output, Failure == Y.Failure, Output == Y.Output, Failure == X.Failure,
        Output == X.Output, Failure == W.Failure, Output == W.Output
    {
        Publishers.Merge6(a, b, z, y, x, w)
    }

    /// Merges five more.
    public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher, V: Publisher>(
        with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V
    ) -> Publishers.Merge7<A, B, Z, Y, X, W, V>
    where
        Failure == Z.Failure, Output == Z.Output, Failure == Y.Failure, Output == Y.Output, Failure == X.Failure,
        Output == X.Output, Failure == W.Failure, Output == W.Output, Failure == V.Failure, Output == V.Output
    {
        Publishers.Merge7(a, b, z, y, x, w, v)
    }

    /// Merges six more.
    public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher, V: Publisher, U: Publisher>(
        with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V, _ u: U
    ) -> Publishers.Merge8<A, B, Z, Y, X, W, V, U>
    where
        Failure == Z.Failure, Output == Z.Output, Failure == Y.Failure, Output == Y.Output, Failure == X.Failure,
        Output == X.Output, Failure == W.Failure, Output == W.Output, Failure == V.Failure, Output == V.Output,
        Failure == U.Failure, Output == U.Output
    {
        Publishers.Merge8(a, b, z, y, x, w, v, u)
    }
}

extension Publishers.Merge3 {
    /// Merges one more.
    public func merge<P: Publisher>(
        with other: P
    ) -> Publishers.Merge4<A, B, C, P>
    where Failure == P.Failure, Output == P.Output {
        Publishers.Merge4(a, b, c, other)
    }

    /// Merges two more.
    public func merge<Z: Publisher, Y: Publisher>(
        with z: Z, _ y: Y
    ) -> Publishers.Merge5<A, B, C, Z, Y>
    where Failure == Z.Failure, Output == Z.Output, Failure == Y.Failure, Output == Y.Output {
        Publishers.Merge5(a, b, c, z, y)
    }

    /// Merges three more.
    public func merge<Z: Publisher, Y: Publisher, X: Publisher>(
        with z: Z, _ y: Y, _ x: X
    ) -> Publishers.Merge6<A, B, C, Z, Y, X>
    where
        Failure == Z.Failure, Output == Z.Output, Failure == Y.Failure, Output == Y.Output, Failure == X.Failure,
        Output == X.Output
    {
        Publishers.Merge6(a, b, c, z, y, x)
    }

    /// Merges four more.
    public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher>(
        with z: Z, _ y: Y, _ x: X, _ w: W
    ) -> Publishers.Merge7<A, B, C, Z, Y, X, W>
    where
        Failure == Z.Failure, Output == Z.Output, Failure == Y.Failure, Output == Y.Output, Failure == X.Failure,
        Output == X.Output, Failure == W.Failure, Output == W.Output
    {
        Publishers.Merge7(a, b, c, z, y, x, w)
    }

    /// Merges five more.
    public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher, V: Publisher>(
        with z: Z, _ y: Y, _ x: X, _ w: W, _ v: V
    ) -> Publishers.Merge8<A, B, C, Z, Y, X, W, V>
    where
        Failure == Z.Failure, Output == Z.Output, Failure == Y.Failure, Output == Y.Output, Failure == X.Failure,
        Output == X.Output, Failure == W.Failure, Output == W.Output, Failure == V.Failure, Output == V.Output
    {
        Publishers.Merge8(a, b, c, z, y, x, w, v)
    }
}

extension Publishers.Merge4 {
    /// Merges one more.
    public func merge<P: Publisher>(
        with other: P
    ) -> Publishers.Merge5<A, B, C, D, P>
    where Failure == P.Failure, Output == P.Output {
        Publishers.Merge5(a, b, c, d, other)
    }

    /// Merges two more.
    public func merge<Z: Publisher, Y: Publisher>(
        with z: Z, _ y: Y
    ) -> Publishers.Merge6<A, B, C, D, Z, Y>
    where Failure == Z.Failure, Output == Z.Output, Failure == Y.Failure, Output == Y.Output {
        Publishers.Merge6(a, b, c, d, z, y)
    }

    /// Merges three more.
    public func merge<Z: Publisher, Y: Publisher, X: Publisher>(
        with z: Z, _ y: Y, _ x: X
    ) -> Publishers.Merge7<A, B, C, D, Z, Y, X>
    where
        Failure == Z.Failure, Output == Z.Output, Failure == Y.Failure, Output == Y.Output, Failure == X.Failure,
        Output == X.Output
    {
        Publishers.Merge7(a, b, c, d, z, y, x)
    }

    /// Merges four more.
    public func merge<Z: Publisher, Y: Publisher, X: Publisher, W: Publisher>(
        with z: Z, _ y: Y, _ x: X, _ w: W
    ) -> Publishers.Merge8<A, B, C, D, Z, Y, X, W>
    where
        Failure == Z.Failure, Output == Z.Output, Failure == Y.Failure, Output == Y.Output, Failure == X.Failure,
        Output == X.Output, Failure == W.Failure, Output == W.Output
    {
        Publishers.Merge8(a, b, c, d, z, y, x, w)
    }
}

extension Publishers.Merge5 {
    /// Merges one more.
    public func merge<P: Publisher>(
        with other: P
    ) -> Publishers.Merge6<A, B, C, D, E, P>
    where Failure == P.Failure, Output == P.Output {
        Publishers.Merge6(a, b, c, d, e, other)
    }

    /// Merges two more.
    public func merge<Z: Publisher, Y: Publisher>(
        with z: Z, _ y: Y
    ) -> Publishers.Merge7<A, B, C, D, E, Z, Y>
    where Failure == Z.Failure, Output == Z.Output, Failure == Y.Failure, Output == Y.Output {
        Publishers.Merge7(a, b, c, d, e, z, y)
    }

    /// Merges three more.
    public func merge<Z: Publisher, Y: Publisher, X: Publisher>(
        with z: Z, _ y: Y, _ x: X
    ) -> Publishers.Merge8<A, B, C, D, E, Z, Y, X>
    where
        Failure == Z.Failure, Output == Z.Output, Failure == Y.Failure, Output == Y.Output, Failure == X.Failure,
        Output == X.Output
    {
        Publishers.Merge8(a, b, c, d, e, z, y, x)
    }
}

extension Publishers.Merge6 {
    /// Merges one more.
    public func merge<P: Publisher>(
        with other: P
    ) -> Publishers.Merge7<A, B, C, D, E, F, P>
    where Failure == P.Failure, Output == P.Output {
        Publishers.Merge7(a, b, c, d, e, f, other)
    }

    /// Merges two more.
    public func merge<Z: Publisher, Y: Publisher>(
        with z: Z, _ y: Y
    ) -> Publishers.Merge8<A, B, C, D, E, F, Z, Y>
    where Failure == Z.Failure, Output == Z.Output, Failure == Y.Failure, Output == Y.Output {
        Publishers.Merge8(a, b, c, d, e, f, z, y)
    }
}

extension Publishers.Merge7 {
    /// Merges one more.
    public func merge<P: Publisher>(
        with other: P
    ) -> Publishers.Merge8<A, B, C, D, E, F, G, P>
    where Failure == P.Failure, Output == P.Output {
        Publishers.Merge8(a, b, c, d, e, f, g, other)
    }
}
#endif
