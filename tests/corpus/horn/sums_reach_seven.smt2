; unsafe
; From 2 and 3 sums reach 7.
(set-logic HORN)
(declare-fun E ((_ BitVec 32)) Bool)
(assert (E (_ bv2 32)))
(assert (E (_ bv3 32)))
(assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32))) (=> (and (E x) (E y)) (E (bvadd x y)))))
(assert (forall ((x (_ BitVec 32))) (=> (and (E x) (= x (_ bv7 32))) false)))
(check-sat)
