; safe
; A lock bit and its owner.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 8) (_ BitVec 8)) Bool)
(assert (forall ((l (_ BitVec 8)) (o (_ BitVec 8))) (=> (and (= l (_ bv0 8)) (= o (_ bv0 8))) (Loop l o))))
(assert (forall ((l (_ BitVec 8)) (o (_ BitVec 8)) ) (=> (and (Loop l o) true true) (Loop (ite (= l (_ bv0 8)) (_ bv1 8) (_ bv0 8)) (ite (= l (_ bv0 8)) (_ bv7 8) (_ bv0 8))))))
(assert (forall ((l (_ BitVec 8)) (o (_ BitVec 8))) (=> (and (Loop l o) (and (= l (_ bv1 8)) (not (= o (_ bv7 8))))) false)))
(check-sat)
