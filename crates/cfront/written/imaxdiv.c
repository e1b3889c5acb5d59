/* The type of the result is the one that the program declares. */
__typeof__(imaxdiv(1, 1)) imaxdiv(__INTMAX_TYPE__ numerator, __INTMAX_TYPE__ denominator)
{
    __typeof__(imaxdiv(1, 1)) result;
    result.quot = numerator / denominator;
    result.rem = numerator % denominator;
    return result;
}
