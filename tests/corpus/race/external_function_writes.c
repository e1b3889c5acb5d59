//@ unknown
// Nobody knows what the function does with the pointer to what the thread writes.
#include <pthread.h>

int x;

void fill(int *where);

void *writer(void *unused) {
    x = 1;
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, writer, 0);
    fill(&x);
    return 0;
}
