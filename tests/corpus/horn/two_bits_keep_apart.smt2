; safe
; Two bits of a word move by one place or two, each in its half: the lower half never has two.
(set-logic HORN)
(declare-fun L ((_ BitVec 16)) Bool)
(assert (L (_ bv257 16)))
(assert (forall ((x (_ BitVec 16)) (low (_ BitVec 8)) (high (_ BitVec 8)))
    (=> (and (L x)
             (or (= low (bvshl ((_ extract 7 0) x) (_ bv1 8))) (= low (bvlshr ((_ extract 7 0) x) (_ bv1 8))))
             (or (= high ((_ extract 15 8) x)) (= high (bvshl ((_ extract 15 8) x) (_ bv2 8)))))
        (L (concat high low)))))
(assert (forall ((x (_ BitVec 16))) (=> (and (L x) (= ((_ extract 7 0) x) (_ bv65 8))) false)))
