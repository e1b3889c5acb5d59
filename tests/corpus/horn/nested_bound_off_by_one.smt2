; unsafe
; j reaches five.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 32) (_ BitVec 32)) Bool)
(assert (forall ((i (_ BitVec 32)) (j (_ BitVec 32))) (=> (and (= i (_ bv0 32)) (= j (_ bv0 32))) (Loop i j))))
(assert (forall ((i (_ BitVec 32)) (j (_ BitVec 32)) ) (=> (and (Loop i j) (bvult i (_ bv20 32)) true) (Loop (ite (bvult j (_ bv5 32)) i (bvadd i (_ bv1 32))) (ite (bvult j (_ bv5 32)) (bvadd j (_ bv1 32)) (_ bv0 32))))))
(assert (forall ((i (_ BitVec 32)) (j (_ BitVec 32))) (=> (and (Loop i j) (bvuge j (_ bv5 32))) false)))
(check-sat)
