//@ unsafe
//@ by: explicit
// The start function comes from a table.
#include <pthread.h>

int x;

void *first(void *unused) {
    x = 1;
    return unused;
}

void *second(void *unused) {
    x = 2;
    return unused;
}

void *(*table[2])(void *) = {first, second};

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, table[i], 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
