; safe
; The mean of two numbers below 100 is below 100.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 16) (_ BitVec 16)) Bool)
(assert (forall ((x (_ BitVec 16)) (y (_ BitVec 16))) (=> (and (bvult x (_ bv100 16)) (bvult y (_ bv100 16))) (Loop x y))))
(assert (forall ((x (_ BitVec 16)) (y (_ BitVec 16)) ) (=> (and (Loop x y) true true) (Loop (bvlshr (bvadd x y) (_ bv1 16)) x))))
(assert (forall ((x (_ BitVec 16)) (y (_ BitVec 16))) (=> (and (Loop x y) (bvuge x (_ bv100 16))) false)))
(check-sat)
