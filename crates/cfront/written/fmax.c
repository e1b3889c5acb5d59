/* Of two zeros either one is the greater. */
double fmax(double one, double other)
{
    return one != one ? other : other != other ? one : one < other ? other : one;
}
