//@ unsafe
//@ by: explicit bmc
//@ twin: stored_where_it_matters
// The same, but one assertion takes for granted that the worker was not seen yet.
#include <assert.h>
#include <pthread.h>

int argument, result, origin, copy, position, table[3], divisor = 1, rounds;

static int twice(int value) {
    return value + value;
}

static int get(void) {
    int value = result;
    return value;
}

void *worker(void *unused) {
    argument = 1;
    result = 2;
    origin = 3;
    copy = origin;
    position = 1;
    table[position] = 4;
    divisor = 5;
    rounds = 2;
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    int doubled = twice(argument);
    assert(doubled < 3);
    assert(get() < 3);
    assert(copy < 3);
    assert(table[0] == 0);
    assert(10 / divisor > 1);
    int n = 0;
    while (n < rounds) n++;
    assert(n < 3);
    return 0;
}
