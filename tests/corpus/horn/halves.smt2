; safe
; A number is halved until it is nothing.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 32)) Bool)
(assert (forall ((x (_ BitVec 32))) (=> (bvult x (_ bv1000 32)) (Loop x))))
(assert (forall ((x (_ BitVec 32)) ) (=> (and (Loop x) true true) (Loop (bvlshr x (_ bv1 32))))))
(assert (forall ((x (_ BitVec 32))) (=> (and (Loop x) (bvuge x (_ bv1000 32))) false)))
(check-sat)
