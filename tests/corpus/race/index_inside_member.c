//@ all: safe
//@ by: explicit
//@ twin: index_out_of_member
// The index stays in the array.
#include <pthread.h>

struct {
    int items[3];
    int sum;
} s;

void *writer(void *unused) {
    int last = 2;
    s.items[last] = 1;
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, writer, 0);
    s.sum = 2;
    pthread_join(a, 0);
    return 0;
}
