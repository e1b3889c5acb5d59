; unsafe
; Steps of three reach every number.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 8)) Bool)
(assert (forall ((i (_ BitVec 8))) (=> (= i (_ bv0 8)) (Loop i))))
(assert (forall ((i (_ BitVec 8)) ) (=> (and (Loop i) true true) (Loop (bvadd i (_ bv3 8))))))
(assert (forall ((i (_ BitVec 8))) (=> (and (Loop i) (= i (_ bv7 8))) false)))
(check-sat)
