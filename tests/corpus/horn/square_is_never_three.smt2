; safe
; Squares modulo four are zero or one.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 8) (_ BitVec 8)) Bool)
(assert (forall ((x (_ BitVec 8)) (s (_ BitVec 8))) (=> (and (= x (_ bv0 8)) (= s (_ bv0 8))) (Loop x s))))
(assert (forall ((x (_ BitVec 8)) (s (_ BitVec 8)) ) (=> (and (Loop x s) true true) (Loop (bvadd x (_ bv1 8)) (bvmul x x)))))
(assert (forall ((x (_ BitVec 8)) (s (_ BitVec 8))) (=> (and (Loop x s) (= ((_ extract 1 0) s) #b11)) false)))
(check-sat)
