; safe
; Two numbers are swapped again and again; they stay these two.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 32) (_ BitVec 32)) Bool)
(assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32))) (=> (and (= x (_ bv3 32)) (= y (_ bv5 32))) (Loop x y))))
(assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32)) ) (=> (and (Loop x y) true true) (Loop y x))))
(assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32))) (=> (and (Loop x y) (= x y)) false)))
(check-sat)
