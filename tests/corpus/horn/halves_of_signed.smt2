; unsafe
; An arithmetic shift keeps minus one.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 32)) Bool)
(assert (forall ((x (_ BitVec 32))) (=> true (Loop x))))
(assert (forall ((x (_ BitVec 32)) ) (=> (and (Loop x) (not (= x (_ bv0 32))) true) (Loop (bvashr x (_ bv1 32))))))
(assert (forall ((x (_ BitVec 32))) (=> (and (Loop x) (= x (_ bv4294967295 32))) false)))
(check-sat)
