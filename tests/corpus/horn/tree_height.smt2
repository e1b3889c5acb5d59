; safe
; Trees: the size of two subtrees of at most 10 is at most 21, if only leaves are combined.
(set-logic HORN)
(declare-fun Leaf ((_ BitVec 32)) Bool)
(declare-fun Tree ((_ BitVec 32)) Bool)
(assert (forall ((x (_ BitVec 32))) (=> (bvule x (_ bv10 32)) (Leaf x))))
(assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32))) (=> (and (Leaf x) (Leaf y)) (Tree (bvadd x y (_ bv1 32))))))
(assert (forall ((x (_ BitVec 32))) (=> (and (Tree x) (bvugt x (_ bv21 32))) false)))
(check-sat)
