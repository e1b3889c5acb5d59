double fabs(double value)
{
    return value < 0 ? -value : value == 0 ? 0.0 : value;
}
