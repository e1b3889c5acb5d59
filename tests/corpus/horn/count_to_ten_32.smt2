; safe
; A counter of 32 bits counts to ten and no further.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 32)) Bool)
(assert (forall ((i (_ BitVec 32))) (=> (= i (_ bv0 32)) (Loop i))))
(assert (forall ((i (_ BitVec 32)) ) (=> (and (Loop i) (bvult i (_ bv10 32)) true) (Loop (bvadd i (_ bv1 32))))))
(assert (forall ((i (_ BitVec 32))) (=> (and (Loop i) (bvugt i (_ bv10 32))) false)))
(check-sat)
