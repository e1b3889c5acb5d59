; unsafe
; Down past zero.
(set-logic HORN)
(declare-fun Up ((_ BitVec 32) (_ BitVec 32)) Bool)
(declare-fun Between ((_ BitVec 32) (_ BitVec 32)) Bool)
(declare-fun Down ((_ BitVec 32) (_ BitVec 32)) Bool)
(assert (forall ((i (_ BitVec 32)) (n (_ BitVec 32))) (=> (and (= i (_ bv0 32)) (bvult n (_ bv1000 32))) (Up i n))))
(assert (forall ((i (_ BitVec 32)) (n (_ BitVec 32))) (=> (and (Up i n) (bvult i n)) (Up (bvadd i (_ bv1 32)) n))))
(assert (forall ((i (_ BitVec 32)) (n (_ BitVec 32))) (=> (and (Up i n) (not (bvult i n))) (Between i n))))
(assert (forall ((i (_ BitVec 32)) (n (_ BitVec 32))) (=> (Between i n) (Down i n))))
(assert (forall ((i (_ BitVec 32)) (n (_ BitVec 32))) (=> (and (Down i n) true) (Down (bvsub i (_ bv1 32)) n))))
(assert (forall ((i (_ BitVec 32)) (n (_ BitVec 32))) (=> (and (Down i n) (bvugt i n)) false)))
(check-sat)
