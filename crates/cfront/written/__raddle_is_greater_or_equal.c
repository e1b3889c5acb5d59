int __raddle_is_greater_or_equal(double left, double right)
{
    return left >= right;
}
