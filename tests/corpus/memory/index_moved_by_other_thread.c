//@ data-race: unsafe  memory: unsafe  others: safe
//@ by: explicit
//@ twin: index_copied
// The index is read again after it was tested.
#include <pthread.h>

int data[2];
int i;

void *first(void *unused) {
    if (i < 2)
        data[i] = 1;
    return unused;
}

void *second(void *unused) {
    i = 2;
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
