int __raddle_is_nan(double value)
{
    return value != value;
}
