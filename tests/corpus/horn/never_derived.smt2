; safe
; No clause derives what would be wrong.
(set-logic HORN)
(declare-fun P ((_ BitVec 8)) Bool)
(declare-fun Q ((_ BitVec 8)) Bool)
(assert (forall ((x (_ BitVec 8))) (=> (Q x) (P x))))
(assert (forall ((x (_ BitVec 8))) (=> (P x) false)))
(check-sat)
