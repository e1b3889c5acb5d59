; safe
; What is read is what was written, at the same index.
(set-logic HORN)
(declare-fun L ((_ BitVec 8) (_ BitVec 8) (Array (_ BitVec 8) (_ BitVec 8))) Bool)
(assert (forall ((i (_ BitVec 8)) (v (_ BitVec 8)) (a (Array (_ BitVec 8) (_ BitVec 8)))) (L i v (store a i v))))
(assert (forall ((i (_ BitVec 8)) (v (_ BitVec 8)) (a (Array (_ BitVec 8) (_ BitVec 8)))) (=> (L i v a) (L i (bvadd v (_ bv1 8)) (store a i (bvadd v (_ bv1 8)))))))
(assert (forall ((i (_ BitVec 8)) (v (_ BitVec 8)) (a (Array (_ BitVec 8) (_ BitVec 8)))) (=> (and (L i v a) (not (= (select a i) v))) false)))
(check-sat)
