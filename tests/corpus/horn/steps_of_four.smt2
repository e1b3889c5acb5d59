; safe
; Steps of four from two are two modulo four.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 16)) Bool)
(assert (forall ((i (_ BitVec 16))) (=> (= i (_ bv2 16)) (Loop i))))
(assert (forall ((i (_ BitVec 16)) ) (=> (and (Loop i) true true) (Loop (bvadd i (_ bv4 16))))))
(assert (forall ((i (_ BitVec 16))) (=> (and (Loop i) (= i (_ bv400 16))) false)))
(check-sat)
