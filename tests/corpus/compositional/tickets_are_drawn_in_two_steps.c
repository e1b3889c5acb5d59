//@ unsafe
//@ twin: tickets_differ
// Two may draw the same.
#include <assert.h>
#include <pthread.h>
void __VERIFIER_assume(int);
unsigned char next, served;
int inside;
void *worker(void *unused) {
    unsigned char mine = next;
    next = mine + 1;
    __VERIFIER_assume(served == mine);
    inside = 1;
    assert(inside == 1);
    inside = 0;
    served++;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_exit(0);
}
