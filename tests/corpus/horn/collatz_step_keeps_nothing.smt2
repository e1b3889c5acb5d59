; unsafe
; From 3 the sequence 10, 5, 16, 8, 4, 2, 1 reaches one.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 16)) Bool)
(assert (forall ((x (_ BitVec 16))) (=> (= x (_ bv3 16)) (Loop x))))
(assert (forall ((x (_ BitVec 16)) ) (=> (and (Loop x) true true) (Loop (ite (= ((_ extract 0 0) x) #b0) (bvlshr x (_ bv1 16)) (bvadd (bvmul x (_ bv3 16)) (_ bv1 16)))))))
(assert (forall ((x (_ BitVec 16))) (=> (and (Loop x) (= x (_ bv1 16))) false)))
(check-sat)
