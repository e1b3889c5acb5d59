#include "counter.h"

static int total;

void bump(void)
{
    total++;
}

int count(void)
{
    return total;
}
