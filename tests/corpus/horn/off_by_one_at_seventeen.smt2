; unsafe
; What is claimed fails at iteration 17, and not before.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 32)) Bool)
(assert (forall ((i (_ BitVec 32))) (=> (= i (_ bv0 32)) (Loop i))))
(assert (forall ((i (_ BitVec 32)) ) (=> (and (Loop i) true true) (Loop (bvadd i (_ bv1 32))))))
(assert (forall ((i (_ BitVec 32))) (=> (and (Loop i) (= i (_ bv17 32))) false)))
(check-sat)
