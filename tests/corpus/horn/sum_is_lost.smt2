; unsafe
; Two are given for one; an odd n shows it.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 8) (_ BitVec 8) (_ BitVec 8)) Bool)
(assert (forall ((x (_ BitVec 8)) (y (_ BitVec 8)) (n (_ BitVec 8))) (=> (and (= x n) (= y (_ bv0 8))) (Loop x y n))))
(assert (forall ((x (_ BitVec 8)) (y (_ BitVec 8)) (n (_ BitVec 8)) ) (=> (and (Loop x y n) (not (= x (_ bv0 8))) true) (Loop (bvsub x (_ bv1 8)) (bvadd y (_ bv2 8)) n))))
(assert (forall ((x (_ BitVec 8)) (y (_ BitVec 8)) (n (_ BitVec 8))) (=> (and (Loop x y n) (and (= x (_ bv0 8)) (not (= y n)))) false)))
(check-sat)
