//@ assertions: unsafe  others: safe
//@ twin: parameter_with_one_number
// Two calls pass different numbers to a function that gets no pointer, beside a function that does.
#include <assert.h>
#include <pthread.h>

int numbers[2];

static void check(int n) {
    assert(n == 1);
}

static int *element(int *at) {
    return at;
}

void *work(void *unused) {
    *element(&numbers[0]) = 1;
    check(2);
    return unused;
}

int main(void) {
    pthread_t thread;
    *element(&numbers[1]) = 1;
    check(1);
    pthread_create(&thread, 0, work, 0);
    return 0;
}
