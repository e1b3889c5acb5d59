//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: own_elements_by_a_number
//@ domain: 0 3
// The numbers of the first and of the third thread differ in bits that the conversion drops.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int *results;

void *work(void *argument) {
    int id = (int)(long)argument;
    results[id] = id;
    return 0;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 3)
        return 0;
    pthread_t *ids = malloc(n * sizeof *ids);
    results = malloc(200 * sizeof *results);
    for (int i = 0; i < n; i++)
        pthread_create(&ids[i], 0, work, (void *)(long)(unsigned char)(i * 128));
    for (int i = 0; i < n; i++)
        pthread_join(ids[i], 0);
    return 0;
}
