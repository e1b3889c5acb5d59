; unsafe
; It is not 92.
(set-logic HORN)
(declare-fun M ((_ BitVec 16) (_ BitVec 16)) Bool)
(assert (forall ((n (_ BitVec 16))) (=> (bvsgt n (_ bv100 16)) (M n (bvsub n (_ bv10 16))))))
(assert (forall ((n (_ BitVec 16)) (m (_ BitVec 16)) (r (_ BitVec 16))) (=> (and (bvsle n (_ bv100 16)) (M (bvadd n (_ bv11 16)) m) (M m r)) (M n r))))
(assert (forall ((n (_ BitVec 16)) (r (_ BitVec 16))) (=> (and (M n r) (bvsle n (_ bv100 16)) (not (= r (_ bv92 16)))) false)))
(check-sat)
