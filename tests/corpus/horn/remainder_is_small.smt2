; safe
; A remainder is less than its divisor.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 16)) Bool)
(assert (forall ((x (_ BitVec 16))) (=> (= x (_ bv0 16)) (Loop x))))
(assert (forall ((x (_ BitVec 16)) (k (_ BitVec 16))) (=> (and (Loop x) true true) (Loop (bvurem (bvadd x k) (_ bv10 16))))))
(assert (forall ((x (_ BitVec 16))) (=> (and (Loop x) (bvuge x (_ bv10 16))) false)))
(check-sat)
