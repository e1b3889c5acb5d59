//@ assertions: unsafe  others: safe
//@ twin: parameter_with_one_number
// The only call passes 1, and the function adds one to its parameter.
#include <assert.h>
#include <pthread.h>

int numbers[2];

static int *element(int *at, int n) {
    n++;
    assert(n == 1);
    return at + n - 1;
}

void *work(void *unused) {
    *element(&numbers[0], 1) = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    return numbers[1];
}
