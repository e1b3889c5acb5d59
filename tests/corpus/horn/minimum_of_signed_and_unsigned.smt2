; unsafe
; The comparison has the wrong sign.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 32) (_ BitVec 32)) Bool)
(assert (forall ((m (_ BitVec 32)) (f (_ BitVec 32))) (=> (= m f) (Loop m f))))
(assert (forall ((m (_ BitVec 32)) (f (_ BitVec 32)) (k (_ BitVec 32))) (=> (and (Loop m f) true true) (Loop (ite (bvslt k m) k m) f))))
(assert (forall ((m (_ BitVec 32)) (f (_ BitVec 32))) (=> (and (Loop m f) (bvugt m f)) false)))
(check-sat)
