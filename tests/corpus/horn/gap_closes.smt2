; unsafe
; The hunter is faster.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 16) (_ BitVec 16)) Bool)
(assert (forall ((a (_ BitVec 16)) (b (_ BitVec 16))) (=> (and (= a (_ bv0 16)) (= b (_ bv7 16))) (Loop a b))))
(assert (forall ((a (_ BitVec 16)) (b (_ BitVec 16)) ) (=> (and (Loop a b) true true) (Loop (bvadd a (_ bv2 16)) (bvadd b (_ bv1 16))))))
(assert (forall ((a (_ BitVec 16)) (b (_ BitVec 16))) (=> (and (Loop a b) (= a b)) false)))
(check-sat)
