//@ unsafe
//@ by: explicit bmc
//@ twin: stored_where_it_matters
// The same, but what is asserted may be seen too early: nobody waits for the worker.
#include <assert.h>
#include <pthread.h>

int argument, result, origin, copy, position, table[3], divisor, rounds, logged;

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
    for (int k = 0; k < 3; k++) logged = logged + argument;
    int doubled = twice(argument);
    assert(doubled == 2);
    assert(get() == 2);
    assert(copy == 3);
    assert(table[0] == 0 && table[1] == 4 && table[2] == 0);
    assert(10 / divisor == 2);
    int n = 0;
    while (n < rounds) n++;
    assert(n == 2);
    return 0;
}
