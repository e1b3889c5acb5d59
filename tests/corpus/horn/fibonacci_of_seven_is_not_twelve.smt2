; safe
; Fibonacci as a relation of argument and result.
(set-logic HORN)
(declare-fun Fib ((_ BitVec 8) (_ BitVec 8)) Bool)
(assert (Fib (_ bv0 8) (_ bv0 8)))
(assert (Fib (_ bv1 8) (_ bv1 8)))
(assert (forall ((n (_ BitVec 8)) (a (_ BitVec 8)) (b (_ BitVec 8))) (=> (and (Fib n a) (Fib (bvadd n (_ bv1 8)) b) (bvult n (_ bv9 8))) (Fib (bvadd n (_ bv2 8)) (bvadd a b)))))
(assert (forall ((n (_ BitVec 8)) (r (_ BitVec 8))) (=> (and (Fib n r) (= n (_ bv7 8)) (= r (_ bv12 8))) false)))
(check-sat)
