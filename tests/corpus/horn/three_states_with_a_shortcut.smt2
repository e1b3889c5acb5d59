; unsafe
; Green may turn red when k is 9.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 8) (_ BitVec 8)) Bool)
(assert (forall ((s (_ BitVec 8)) (p (_ BitVec 8))) (=> (and (= s (_ bv0 8)) (= p (_ bv2 8))) (Loop s p))))
(assert (forall ((s (_ BitVec 8)) (p (_ BitVec 8)) (k (_ BitVec 8))) (=> (and (Loop s p) true true) (Loop (ite (= k (_ bv9 8)) (_ bv0 8) (ite (= s (_ bv0 8)) (_ bv1 8) (ite (= s (_ bv1 8)) (_ bv2 8) (_ bv0 8)))) s))))
(assert (forall ((s (_ BitVec 8)) (p (_ BitVec 8))) (=> (and (Loop s p) (and (= p (_ bv1 8)) (= s (_ bv0 8)))) false)))
(check-sat)
