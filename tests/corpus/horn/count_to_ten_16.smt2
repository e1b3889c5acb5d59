; safe
; A counter of 16 bits counts to ten and no further.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 16)) Bool)
(assert (forall ((i (_ BitVec 16))) (=> (= i (_ bv0 16)) (Loop i))))
(assert (forall ((i (_ BitVec 16)) ) (=> (and (Loop i) (bvult i (_ bv10 16)) true) (Loop (bvadd i (_ bv1 16))))))
(assert (forall ((i (_ BitVec 16))) (=> (and (Loop i) (bvugt i (_ bv10 16))) false)))
(check-sat)
