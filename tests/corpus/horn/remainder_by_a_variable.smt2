; unsafe
; The remainder by zero is the dividend.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 16) (_ BitVec 16)) Bool)
(assert (forall ((x (_ BitVec 16)) (d (_ BitVec 16))) (=> (= x (_ bv0 16)) (Loop x d))))
(assert (forall ((x (_ BitVec 16)) (d (_ BitVec 16)) (k (_ BitVec 16))) (=> (and (Loop x d) true true) (Loop (bvurem (bvadd x k) d) d))))
(assert (forall ((x (_ BitVec 16)) (d (_ BitVec 16))) (=> (and (Loop x d) (and (bvugt x (_ bv100 16)) (bvult d (_ bv5 16)))) false)))
(check-sat)
