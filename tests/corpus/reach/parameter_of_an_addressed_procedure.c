//@ assertions: unsafe  others: safe
//@ twin: parameter_with_one_number
// A call that names the function passes 1, and a call through a pointer passes 2.
#include <assert.h>
#include <pthread.h>

int numbers[2];

static int *element(int *at, int n) {
    assert(n == 1);
    return at + n - 1;
}

int *(*chosen)(int *, int);

void *work(void *unused) {
    *element(&numbers[0], 1) = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    chosen = element;
    *chosen(&numbers[0], 2) = 2;
    return 0;
}
