; safe
; Even and odd call each other.
(set-logic HORN)
(declare-fun Even ((_ BitVec 32)) Bool)
(declare-fun Odd ((_ BitVec 32)) Bool)
(assert (Even (_ bv0 32)))
(assert (forall ((x (_ BitVec 32))) (=> (Even x) (Odd (bvadd x (_ bv1 32))))))
(assert (forall ((x (_ BitVec 32))) (=> (Odd x) (Even (bvadd x (_ bv1 32))))))
(assert (forall ((x (_ BitVec 32))) (=> (and (Even x) (Odd x)) false)))
(check-sat)
