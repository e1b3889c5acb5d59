; unsafe
; Shifted out after eight steps.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 8)) Bool)
(assert (forall ((r (_ BitVec 8))) (=> (= r (_ bv1 8)) (Loop r))))
(assert (forall ((r (_ BitVec 8)) ) (=> (and (Loop r) true true) (Loop (bvshl r (_ bv1 8))))))
(assert (forall ((r (_ BitVec 8))) (=> (and (Loop r) (= r (_ bv0 8))) false)))
(check-sat)
