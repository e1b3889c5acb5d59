int __raddle_is_less_or_greater(double left, double right)
{
    return left < right || left > right;
}
