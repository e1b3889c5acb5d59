//@ unsafe
//@ by: bmc
//@ twin: numbers_in_an_array_are_small
// Main itself puts a larger number there, beside both.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int numbers[300];

void *writer(void *arg) {
    for (int i = 0; i < 300; i++) {
        int some = __VERIFIER_nondet_int();
        numbers[i] = some % 100;
    }
    return 0;
}

void *reader(void *arg) {
    for (int i = 0; i < 300; i++) {
        int seen = numbers[i];
        assert(seen < 100);
    }
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    numbers[1] = 100;
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
