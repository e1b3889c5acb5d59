; unsafe
; A signed char becomes negative after 128 steps.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 8)) Bool)
(assert (forall ((i (_ BitVec 8))) (=> (= i (_ bv0 8)) (Loop i))))
(assert (forall ((i (_ BitVec 8)) ) (=> (and (Loop i) true true) (Loop (bvadd i (_ bv1 8))))))
(assert (forall ((i (_ BitVec 8))) (=> (and (Loop i) (bvslt i (_ bv0 8))) false)))
(check-sat)
