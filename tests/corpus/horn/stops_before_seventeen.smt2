; safe
; The counter stops one short of 17.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 32)) Bool)
(assert (forall ((i (_ BitVec 32))) (=> (= i (_ bv0 32)) (Loop i))))
(assert (forall ((i (_ BitVec 32)) ) (=> (and (Loop i) (not (= i (_ bv16 32))) true) (Loop (bvadd i (_ bv1 32))))))
(assert (forall ((i (_ BitVec 32))) (=> (and (Loop i) (= i (_ bv17 32))) false)))
(check-sat)
