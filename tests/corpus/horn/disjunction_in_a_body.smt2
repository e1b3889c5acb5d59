; unsafe
; An assertion that stands for several clauses.
(set-logic HORN)
(declare-fun P ((_ BitVec 8)) Bool)
(declare-fun Q ((_ BitVec 8)) Bool)
(assert (forall ((x (_ BitVec 8))) (=> (or (= x (_ bv1 8)) (and (P x) (Q x)) (P (bvsub x (_ bv1 8)))) (and (P x) (=> (P x) (Q (bvadd x (_ bv1 8))))))))
(assert (not (exists ((x (_ BitVec 8))) (and (Q x) (= x (_ bv100 8))))))
(check-sat)
