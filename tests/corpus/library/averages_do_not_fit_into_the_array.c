//@ memory: unsafe  others: safe
//@ domain: -1 0 1 2
//@ twin: averages_fit_into_the_array
// One more is asked for.
#define _GNU_SOURCE
#include <stdlib.h>

int main(void)
{
    double averages[1];
    int count = getloadavg(averages, 2);
    for (int i = 0; i < count; i++)
        averages[i] = 0;
    return 0;
}
