/* The type of the result is the one that the program declares. */
__typeof__(lldiv(1, 1)) lldiv(long long numerator, long long denominator)
{
    __typeof__(lldiv(1, 1)) result;
    result.quot = numerator / denominator;
    result.rem = numerator % denominator;
    return result;
}
