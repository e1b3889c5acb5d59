; safe
; y is always twice x, modulo 2^32.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 32) (_ BitVec 32)) Bool)
(assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32))) (=> (and (= x (_ bv0 32)) (= y (_ bv0 32))) (Loop x y))))
(assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32)) ) (=> (and (Loop x y) true true) (Loop (bvadd x (_ bv1 32)) (bvadd y (_ bv2 32))))))
(assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32))) (=> (and (Loop x y) (not (= y (bvmul (_ bv2 32) x)))) false)))
(check-sat)
