; safe
; A counter of 8 bits counts to ten and no further.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 8)) Bool)
(assert (forall ((i (_ BitVec 8))) (=> (= i (_ bv0 8)) (Loop i))))
(assert (forall ((i (_ BitVec 8)) ) (=> (and (Loop i) (bvult i (_ bv10 8)) true) (Loop (bvadd i (_ bv1 8))))))
(assert (forall ((i (_ BitVec 8))) (=> (and (Loop i) (bvugt i (_ bv10 8))) false)))
(check-sat)
