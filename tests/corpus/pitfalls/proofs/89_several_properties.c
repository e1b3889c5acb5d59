//@ data-race: unsafe  memory: unsafe  overflow: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 89_one_property_of_several
// Three properties are violated, in three executions.
#include <limits.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

int x = INT_MAX;
int *p = &x;

void *first(void *unused) {
    if (__VERIFIER_nondet_bool())
        p = 0;
    else
        x = 0;
    return unused;
}

void *second(void *unused) {
    (*p)++;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
