//@ all: safe
//@ domain: -1 0 1 2
//@ twin: averages_do_not_fit_into_the_array
// There are no more averages than were asked for.
#define _GNU_SOURCE
#include <stdlib.h>

int main(void)
{
    double averages[1];
    int count = getloadavg(averages, 1);
    for (int i = 0; i < count; i++)
        averages[i] = 0;
    return 0;
}
