/* Of two zeros either one is the less. */
double fmin(double one, double other)
{
    return one != one ? other : other != other ? one : other < one ? other : one;
}
