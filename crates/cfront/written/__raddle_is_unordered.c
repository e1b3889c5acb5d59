int __raddle_is_unordered(double left, double right)
{
    return left != left || right != right;
}
