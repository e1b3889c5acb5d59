; safe
; What one gives the other gets.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 32) (_ BitVec 32) (_ BitVec 32)) Bool)
(assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32)) (n (_ BitVec 32))) (=> (and (= x n) (= y (_ bv0 32))) (Loop x y n))))
(assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32)) (n (_ BitVec 32)) ) (=> (and (Loop x y n) (not (= x (_ bv0 32))) true) (Loop (bvsub x (_ bv1 32)) (bvadd y (_ bv1 32)) n))))
(assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32)) (n (_ BitVec 32))) (=> (and (Loop x y n) (and (= x (_ bv0 32)) (not (= y n)))) false)))
(check-sat)
