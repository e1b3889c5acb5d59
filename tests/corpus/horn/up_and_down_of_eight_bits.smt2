; safe
; The same with eight bits; the bound 1000 is 232 then.
(set-logic HORN)
(declare-fun Up ((_ BitVec 8) (_ BitVec 8)) Bool)
(declare-fun Between ((_ BitVec 8) (_ BitVec 8)) Bool)
(declare-fun Down ((_ BitVec 8) (_ BitVec 8)) Bool)
(assert (forall ((i (_ BitVec 8)) (n (_ BitVec 8))) (=> (and (= i (_ bv0 8)) (bvult n (_ bv232 8))) (Up i n))))
(assert (forall ((i (_ BitVec 8)) (n (_ BitVec 8))) (=> (and (Up i n) (bvult i n)) (Up (bvadd i (_ bv1 8)) n))))
(assert (forall ((i (_ BitVec 8)) (n (_ BitVec 8))) (=> (and (Up i n) (not (bvult i n))) (Between i n))))
(assert (forall ((i (_ BitVec 8)) (n (_ BitVec 8))) (=> (Between i n) (Down i n))))
(assert (forall ((i (_ BitVec 8)) (n (_ BitVec 8))) (=> (and (Down i n) (bvugt i (_ bv0 8))) (Down (bvsub i (_ bv1 8)) n))))
(assert (forall ((i (_ BitVec 8)) (n (_ BitVec 8))) (=> (and (Down i n) (bvugt i n)) false)))
(check-sat)
