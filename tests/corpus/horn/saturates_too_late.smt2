; unsafe
; The test comes before the addition.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 8)) Bool)
(assert (forall ((s (_ BitVec 8))) (=> (= s (_ bv0 8)) (Loop s))))
(assert (forall ((s (_ BitVec 8)) (k (_ BitVec 8))) (=> (and (Loop s) (and (bvule k (_ bv50 8)) (bvule s (_ bv200 8))) true) (Loop (bvadd s k)))))
(assert (forall ((s (_ BitVec 8))) (=> (and (Loop s) (bvugt s (_ bv200 8))) false)))
(check-sat)
