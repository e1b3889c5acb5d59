/* Counts without a lock. */
static int total;

void bump(void)
{
    total++;
}

int count(void)
{
    return total;
}
