; safe
; Peterson without turn: both wait for the other flag before they go in; program counters of both in one relation.
(set-logic HORN)
(declare-fun S ((_ BitVec 8) (_ BitVec 8) Bool Bool) Bool)
(assert (S (_ bv0 8) (_ bv0 8) false false))
(assert (forall ((p (_ BitVec 8)) (q (_ BitVec 8)) (f Bool) (g Bool)) (=> (and (S p q f g) (= p (_ bv0 8))) (S (_ bv1 8) q true g))))
(assert (forall ((p (_ BitVec 8)) (q (_ BitVec 8)) (f Bool) (g Bool)) (=> (and (S p q f g) (= p (_ bv1 8)) (not g)) (S (_ bv2 8) q f g))))
(assert (forall ((p (_ BitVec 8)) (q (_ BitVec 8)) (f Bool) (g Bool)) (=> (and (S p q f g) (= p (_ bv2 8))) (S (_ bv0 8) q false g))))
(assert (forall ((p (_ BitVec 8)) (q (_ BitVec 8)) (f Bool) (g Bool)) (=> (and (S p q f g) (= q (_ bv0 8))) (S p (_ bv1 8) f true))))
(assert (forall ((p (_ BitVec 8)) (q (_ BitVec 8)) (f Bool) (g Bool)) (=> (and (S p q f g) (= q (_ bv1 8)) (not f)) (S p (_ bv2 8) f g))))
(assert (forall ((p (_ BitVec 8)) (q (_ BitVec 8)) (f Bool) (g Bool)) (=> (and (S p q f g) (= q (_ bv2 8))) (S p (_ bv0 8) f false))))
(assert (forall ((p (_ BitVec 8)) (q (_ BitVec 8)) (f Bool) (g Bool)) (=> (and (S p q f g) (= p (_ bv2 8)) (= q (_ bv2 8))) false)))
(check-sat)
