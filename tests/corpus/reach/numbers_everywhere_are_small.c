//@ safe
//@ by: bmc explicit static sequential compositional
//@ twin: a_number_somewhere_is_large
// Small numbers are put anywhere, and read from anywhere.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int numbers[40];

static int somewhere(void) {
    int at = __VERIFIER_nondet_int();
    return 0 <= at && at < 40 ? at : 0;
}

void *writer(void *arg) {
    int some = __VERIFIER_nondet_int();
    numbers[somewhere()] = some % 100;
    return 0;
}

void *reader(void *arg) {
    int seen = numbers[somewhere()];
    assert(seen < 100);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    numbers[1] = 99;
    return 0;
}
