/* The type of the result is the one that the program declares. */
__typeof__(ldiv(1, 1)) ldiv(long numerator, long denominator)
{
    __typeof__(ldiv(1, 1)) result;
    result.quot = numerator / denominator;
    result.rem = numerator % denominator;
    return result;
}
