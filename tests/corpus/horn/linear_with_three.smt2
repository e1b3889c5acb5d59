; safe
; z = 2x + 3y however the steps are mixed.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 32) (_ BitVec 32) (_ BitVec 32)) Bool)
(assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32)) (z (_ BitVec 32))) (=> (and (= x (_ bv0 32)) (= y (_ bv0 32)) (= z (_ bv0 32))) (Loop x y z))))
(assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32)) (z (_ BitVec 32)) (k (_ BitVec 32))) (=> (and (Loop x y z) true true) (Loop (ite (= k (_ bv0 32)) (bvadd x (_ bv1 32)) x) (ite (= k (_ bv0 32)) y (bvadd y (_ bv1 32))) (ite (= k (_ bv0 32)) (bvadd z (_ bv2 32)) (bvadd z (_ bv3 32)))))))
(assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32)) (z (_ BitVec 32))) (=> (and (Loop x y z) (not (= z (bvadd (bvmul (_ bv2 32) x) (bvmul (_ bv3 32) y))))) false)))
(check-sat)
