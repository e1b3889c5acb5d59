//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: index_moved_by_other_thread
// The copy that was tested is used.
#include <pthread.h>

int data[2];
int i;

void *first(void *unused) {
    int k = i;
    if (k < 2)
        data[k] = 1;
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
