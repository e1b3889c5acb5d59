; safe
; The same with signed numbers and n not negative.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 32) (_ BitVec 32)) Bool)
(assert (forall ((i (_ BitVec 32)) (n (_ BitVec 32))) (=> (and (= i (_ bv0 32)) (bvsge n (_ bv0 32))) (Loop i n))))
(assert (forall ((i (_ BitVec 32)) (n (_ BitVec 32)) ) (=> (and (Loop i n) (bvslt i n) true) (Loop (bvadd i (_ bv1 32)) n))))
(assert (forall ((i (_ BitVec 32)) (n (_ BitVec 32))) (=> (and (Loop i n) (not (= (bvslt i n) (not (= i n))))) false)))
(check-sat)
