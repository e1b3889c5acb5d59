; safe
; The only way round is closed: the walker would need the door to be open and shut. What is left has no cycle, the clauses have one.
(set-logic HORN)
(declare-fun door ((_ BitVec 8)) Bool)
(declare-fun walker ((_ BitVec 8)) Bool)
(declare-fun home ((_ BitVec 8)) Bool)
(assert (door #x01))
(assert (walker #x01))
(assert (forall ((s (_ BitVec 8))) (=> (and (walker s) (door s) (= s #x02)) (walker #x03))))
(assert (forall ((s (_ BitVec 8))) (=> (and (walker s) (door s) (= s #x01)) (home #x05))))
(assert (forall ((s (_ BitVec 8))) (=> (and (home s) (= s #x07)) false)))
(assert (forall ((s (_ BitVec 8))) (=> (and (walker s) (= s #x03)) false)))
(check-sat)
