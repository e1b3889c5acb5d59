; safe
; 128 bits are bits, too.
(set-logic HORN)
(declare-fun Loop ((_ BitVec 128)) Bool)
(assert (forall ((i (_ BitVec 128))) (=> (= i (_ bv0 128)) (Loop i))))
(assert (forall ((i (_ BitVec 128)) ) (=> (and (Loop i) (bvult i (_ bv1267650600228229401496703205376 128)) true) (Loop (bvadd i (_ bv1 128))))))
(assert (forall ((i (_ BitVec 128))) (=> (and (Loop i) (bvugt i (_ bv1267650600228229401496703205376 128))) false)))
(check-sat)
