int __raddle_is_less_or_equal(double left, double right)
{
    return left <= right;
}
