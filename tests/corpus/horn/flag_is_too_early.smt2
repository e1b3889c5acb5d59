; unsafe
; The flag may be set without a step.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 32) (_ BitVec 32)) Bool)
(assert (forall ((x (_ BitVec 32)) (f (_ BitVec 32))) (=> (and (= x (_ bv0 32)) (= f (_ bv0 32))) (Loop x f))))
(assert (forall ((x (_ BitVec 32)) (f (_ BitVec 32)) (k (_ BitVec 32))) (=> (and (Loop x f) true true) (Loop (ite (= k (_ bv0 32)) (bvadd x (_ bv1 32)) x) (_ bv1 32)))))
(assert (forall ((x (_ BitVec 32)) (f (_ BitVec 32))) (=> (and (Loop x f) (and (= f (_ bv1 32)) (= x (_ bv0 32)))) false)))
(check-sat)
