; unsafe
; One of them is held at five.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 32) (_ BitVec 32)) Bool)
(assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32))) (=> (and (= x (_ bv0 32)) (= y (_ bv0 32))) (Loop x y))))
(assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32)) ) (=> (and (Loop x y) true true) (Loop (bvadd x (_ bv1 32)) (ite (= y (_ bv5 32)) y (bvadd y (_ bv1 32)))))))
(assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32))) (=> (and (Loop x y) (not (= x y))) false)))
(check-sat)
