int __raddle_is_greater(double left, double right)
{
    return left > right;
}
