; safe
; i runs up to n, whatever n is.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 32) (_ BitVec 32)) Bool)
(assert (forall ((i (_ BitVec 32)) (n (_ BitVec 32))) (=> (= i (_ bv0 32)) (Loop i n))))
(assert (forall ((i (_ BitVec 32)) (n (_ BitVec 32)) ) (=> (and (Loop i n) (bvult i n) true) (Loop (bvadd i (_ bv1 32)) n))))
(assert (forall ((i (_ BitVec 32)) (n (_ BitVec 32))) (=> (and (Loop i n) (bvugt i n)) false)))
(check-sat)
