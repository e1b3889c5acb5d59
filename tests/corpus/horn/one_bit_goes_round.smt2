; safe
; One bit of 32 goes round: no two are ever set.
(set-logic HORN)
(declare-fun L ((_ BitVec 32)) Bool)
(assert (L (_ bv1 32)))
(assert (forall ((x (_ BitVec 32))) (=> (L x) (L (bvor (bvshl x (_ bv1 32)) (bvlshr x (_ bv31 32)))))))
(assert (forall ((x (_ BitVec 32))) (=> (and (L x) (= x (_ bv3 32))) false)))
