int __raddle_is_less(double left, double right)
{
    return left < right;
}
