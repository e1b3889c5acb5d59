//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 72_members_of_a_union_race
// Those of a structure do not.
#include <pthread.h>

struct pair {
    int a;
    int b;
} s;

void *first(void *unused) {
    s.a = 1;
    return unused;
}

void *second(void *unused) {
    s.b = 1;
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
