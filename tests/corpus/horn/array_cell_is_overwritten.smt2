; unsafe
; The index starts at 3.
(set-logic HORN)
(declare-fun L ((_ BitVec 8) (Array (_ BitVec 8) (_ BitVec 8))) Bool)
(assert (forall ((a (Array (_ BitVec 8) (_ BitVec 8)))) (=> (= (select a (_ bv3 8)) (_ bv9 8)) (L (_ bv3 8) a))))
(assert (forall ((i (_ BitVec 8)) (a (Array (_ BitVec 8) (_ BitVec 8)))) (=> (and (L i a) (bvult i (_ bv200 8))) (L (bvadd i (_ bv1 8)) (store a i (_ bv0 8))))))
(assert (forall ((i (_ BitVec 8)) (a (Array (_ BitVec 8) (_ BitVec 8)))) (=> (and (L i a) (not (= (select a (_ bv3 8)) (_ bv9 8)))) false)))
(check-sat)
