; unsafe
; Steps of two pass an odd bound.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 32) (_ BitVec 32)) Bool)
(assert (forall ((i (_ BitVec 32)) (n (_ BitVec 32))) (=> (= i (_ bv0 32)) (Loop i n))))
(assert (forall ((i (_ BitVec 32)) (n (_ BitVec 32)) ) (=> (and (Loop i n) (bvult i n) true) (Loop (bvadd i (_ bv2 32)) n))))
(assert (forall ((i (_ BitVec 32)) (n (_ BitVec 32))) (=> (and (Loop i n) (bvugt i n)) false)))
(check-sat)
