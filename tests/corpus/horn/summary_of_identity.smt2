; safe
; A recursive function that counts down and up again returns its argument.
(set-logic HORN)
(declare-fun Id ((_ BitVec 8) (_ BitVec 8)) Bool)
(assert (Id (_ bv0 8) (_ bv0 8)))
(assert (forall ((x (_ BitVec 8)) (r (_ BitVec 8))) (=> (and (Id (bvsub x (_ bv1 8)) r) (not (= x (_ bv0 8)))) (Id x (bvadd r (_ bv1 8))))))
(assert (forall ((x (_ BitVec 8)) (r (_ BitVec 8))) (=> (and (Id x r) (not (= x r))) false)))
(check-sat)
