; safe
; Nothing is asked.
(set-logic HORN)
(declare-fun P ((_ BitVec 8)) Bool)
(assert (P (_ bv0 8)))
(check-sat)
