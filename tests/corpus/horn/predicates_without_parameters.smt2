; unsafe
; Propositional: a chain of three.
(set-logic HORN)
(declare-fun A () Bool)
(declare-fun B () Bool)
(declare-fun C () Bool)
(assert A)
(assert (=> A B))
(assert (=> (and A B) C))
(assert (not C))
(check-sat)
