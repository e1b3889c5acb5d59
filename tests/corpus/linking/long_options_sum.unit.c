/* Knows no options. */
static int total;

int sum(int count)
{
    total += count;
    return total;
}
