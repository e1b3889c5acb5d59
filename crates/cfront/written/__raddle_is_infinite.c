int __raddle_is_infinite(double value)
{
    return value > 1.7976931348623157e308 ? 1 : value < -1.7976931348623157e308 ? -1 : 0;
}
