; safe
; The sum saturates at 200.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 8)) Bool)
(assert (forall ((s (_ BitVec 8))) (=> (= s (_ bv0 8)) (Loop s))))
(assert (forall ((s (_ BitVec 8)) (k (_ BitVec 8))) (=> (and (Loop s) (bvule k (_ bv50 8)) true) (Loop (ite (bvugt (bvadd s k) (_ bv200 8)) (_ bv200 8) (bvadd s k))))))
(assert (forall ((s (_ BitVec 8))) (=> (and (Loop s) (bvugt s (_ bv200 8))) false)))
(check-sat)
