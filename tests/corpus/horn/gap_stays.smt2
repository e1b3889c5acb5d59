; safe
; The hunter never meets the hare: both run at the same speed, modulo 2^16.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 16) (_ BitVec 16)) Bool)
(assert (forall ((a (_ BitVec 16)) (b (_ BitVec 16))) (=> (= b (bvadd a (_ bv7 16))) (Loop a b))))
(assert (forall ((a (_ BitVec 16)) (b (_ BitVec 16)) (k (_ BitVec 16))) (=> (and (Loop a b) true true) (Loop (bvadd a k) (bvadd b k)))))
(assert (forall ((a (_ BitVec 16)) (b (_ BitVec 16))) (=> (and (Loop a b) (= a b)) false)))
(check-sat)
