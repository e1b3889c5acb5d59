; safe
; A counter of 64 bits counts to ten and no further.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 64)) Bool)
(assert (forall ((i (_ BitVec 64))) (=> (= i (_ bv0 64)) (Loop i))))
(assert (forall ((i (_ BitVec 64)) ) (=> (and (Loop i) (bvult i (_ bv10 64)) true) (Loop (bvadd i (_ bv1 64))))))
(assert (forall ((i (_ BitVec 64))) (=> (and (Loop i) (bvugt i (_ bv10 64))) false)))
(check-sat)
