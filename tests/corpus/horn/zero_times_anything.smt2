; safe
; A product with an even number is even.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 16)) Bool)
(assert (forall ((x (_ BitVec 16))) (=> (= x (_ bv0 16)) (Loop x))))
(assert (forall ((x (_ BitVec 16)) (k (_ BitVec 16))) (=> (and (Loop x) true true) (Loop (bvmul k (_ bv6 16))))))
(assert (forall ((x (_ BitVec 16))) (=> (and (Loop x) (= ((_ extract 0 0) x) #b1)) false)))
(check-sat)
