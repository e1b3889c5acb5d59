; unsafe
; One bit of 32 goes round: it comes to the last place.
(set-logic HORN)
(declare-fun L ((_ BitVec 32)) Bool)
(assert (L (_ bv1 32)))
(assert (forall ((x (_ BitVec 32))) (=> (L x) (L (bvor (bvshl x (_ bv1 32)) (bvlshr x (_ bv31 32)))))))
(assert (forall ((x (_ BitVec 32))) (=> (and (L x) (= x (_ bv2147483648 32))) false)))
