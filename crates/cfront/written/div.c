/* The type of the result is the one that the program declares. */
__typeof__(div(1, 1)) div(int numerator, int denominator)
{
    __typeof__(div(1, 1)) result;
    result.quot = numerator / denominator;
    result.rem = numerator % denominator;
    return result;
}
