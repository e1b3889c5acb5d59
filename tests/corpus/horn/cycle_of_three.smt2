; safe
; 4, 2, 1 and again: never 3.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 16)) Bool)
(assert (forall ((x (_ BitVec 16))) (=> (= x (_ bv4 16)) (Loop x))))
(assert (forall ((x (_ BitVec 16)) ) (=> (and (Loop x) true true) (Loop (ite (= ((_ extract 0 0) x) #b0) (bvlshr x (_ bv1 16)) (bvadd (bvmul x (_ bv3 16)) (_ bv1 16)))))))
(assert (forall ((x (_ BitVec 16))) (=> (and (Loop x) (= x (_ bv3 16))) false)))
(check-sat)
