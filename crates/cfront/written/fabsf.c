float fabsf(float value)
{
    return value < 0 ? -value : value == 0 ? 0.0f : value;
}
