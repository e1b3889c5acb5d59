; safe
; Steps of two keep the parity, also when they wrap.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 32)) Bool)
(assert (forall ((i (_ BitVec 32))) (=> (= i (_ bv0 32)) (Loop i))))
(assert (forall ((i (_ BitVec 32)) ) (=> (and (Loop i) true true) (Loop (bvadd i (_ bv2 32))))))
(assert (forall ((i (_ BitVec 32))) (=> (and (Loop i) (= i (_ bv7 32))) false)))
(check-sat)
