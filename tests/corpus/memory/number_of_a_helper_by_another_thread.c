//@ memory: unsafe
//@ by: explicit bmc
//@ twin: number_of_a_helper
//@ domain: 0 1
// Another thread finds the address of the number in a global, and writes to it.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int numbers[4];
static int *_Atomic shared;

static void *work(void *unused) {
    int *number = shared;
    if (number)
        *number = 9;
    return unused;
}

static int pick(int is_last) {
    int number = 0;
    if (is_last)
        shared = &number;
    return numbers[number];
}

int main(void) {
    pthread_t id;
    pthread_create(&id, 0, work, 0);
    int sum = 0;
    for (int i = 0; i < 2; i++)
        sum ^= pick(i);
    return sum;
}
