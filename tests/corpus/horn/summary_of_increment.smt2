; safe
; A function that adds one, called twice, adds two: summaries.
(set-logic HORN)
(declare-fun Inc ((_ BitVec 32) (_ BitVec 32)) Bool)
(declare-fun Main ((_ BitVec 32) (_ BitVec 32)) Bool)
(assert (forall ((x (_ BitVec 32))) (Inc x (bvadd x (_ bv1 32)))))
(assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32)) (z (_ BitVec 32))) (=> (and (Inc x y) (Inc y z)) (Main x z))))
(assert (forall ((x (_ BitVec 32)) (z (_ BitVec 32))) (=> (and (Main x z) (not (= z (bvadd x (_ bv2 32))))) false)))
(check-sat)
