int __raddle_is_finite(double value)
{
    return value >= -1.7976931348623157e308 && value <= 1.7976931348623157e308;
}
