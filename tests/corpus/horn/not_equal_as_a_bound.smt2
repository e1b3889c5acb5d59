; unsafe
; Steps of two never meet an odd bound and run past it.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 8) (_ BitVec 8)) Bool)
(assert (forall ((i (_ BitVec 8)) (n (_ BitVec 8))) (=> (and (= i (_ bv0 8)) (= n (_ bv9 8))) (Loop i n))))
(assert (forall ((i (_ BitVec 8)) (n (_ BitVec 8)) ) (=> (and (Loop i n) (not (= i n)) true) (Loop (bvadd i (_ bv2 8)) n))))
(assert (forall ((i (_ BitVec 8)) (n (_ BitVec 8))) (=> (and (Loop i n) (bvugt i n)) false)))
(check-sat)
