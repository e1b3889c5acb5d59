; safe
; Exactly one of three has the token.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 8) (_ BitVec 8) (_ BitVec 8)) Bool)
(assert (forall ((a (_ BitVec 8)) (b (_ BitVec 8)) (d (_ BitVec 8))) (=> (and (= a (_ bv1 8)) (= b (_ bv0 8)) (= d (_ bv0 8))) (Loop a b d))))
(assert (forall ((a (_ BitVec 8)) (b (_ BitVec 8)) (d (_ BitVec 8)) ) (=> (and (Loop a b d) true true) (Loop d a b))))
(assert (forall ((a (_ BitVec 8)) (b (_ BitVec 8)) (d (_ BitVec 8))) (=> (and (Loop a b d) (and (= a (_ bv1 8)) (= b (_ bv1 8)))) false)))
(check-sat)
