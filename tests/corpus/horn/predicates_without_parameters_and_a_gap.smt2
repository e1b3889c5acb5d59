; safe
; The same without the first.
(set-logic HORN)
(declare-fun A () Bool)
(declare-fun B () Bool)
(declare-fun C () Bool)
(assert (=> A B))
(assert (=> (and A B) C))
(assert (not C))
(check-sat)
