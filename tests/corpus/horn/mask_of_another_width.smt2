; unsafe
; The mask lets 16 through.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 32)) Bool)
(assert (forall ((x (_ BitVec 32))) (=> (= x (_ bv0 32)) (Loop x))))
(assert (forall ((x (_ BitVec 32)) (k (_ BitVec 32))) (=> (and (Loop x) true true) (Loop (bvand (bvadd x k) (_ bv31 32))))))
(assert (forall ((x (_ BitVec 32))) (=> (and (Loop x) (bvuge x (_ bv16 32))) false)))
(check-sat)
