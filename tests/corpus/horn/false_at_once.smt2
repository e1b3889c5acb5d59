; unsafe
; False without any premise.
(set-logic HORN)
(declare-fun P ((_ BitVec 8)) Bool)
(assert (forall ((x (_ BitVec 8))) (=> (= x (_ bv3 8)) false)))
(check-sat)
