//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: index_inside_member
// The index leaves the array but not the structure: the element behind its end is the next member.
#include <pthread.h>

struct {
    int items[3];
    int sum;
} s;

void *writer(void *unused) {
    int last = 3;
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
