; unsafe
; With a third step of one, both meet.
(set-logic HORN)
(declare-fun Even ((_ BitVec 32)) Bool)
(declare-fun Odd ((_ BitVec 32)) Bool)
(assert (Even (_ bv0 32)))
(assert (forall ((x (_ BitVec 32))) (=> (Even x) (Odd (bvadd x (_ bv1 32))))))
(assert (forall ((x (_ BitVec 32))) (=> (Odd x) (Even (bvadd x (_ bv1 32))))))
(assert (forall ((x (_ BitVec 32))) (=> (and (Odd x) (= x (_ bv5 32))) (Odd (bvadd x (_ bv1 32))))))
(assert (forall ((x (_ BitVec 32))) (=> (and (Even x) (Odd x)) false)))
(check-sat)
