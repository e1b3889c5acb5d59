//@ unsafe
//@ by: explicit
//@ twin: joined_by_main_alone
// Another thread may join the worker first: then main's join fails at once, and nothing orders what main does.
#include <pthread.h>

int x;
pthread_t id;

void *worker(void *unused) {
    x = 1;
    return unused;
}

void *other(void *unused) {
    pthread_join(id, 0);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&id, 0, worker, 0);
    pthread_create(&t, 0, other, 0);
    pthread_join(id, 0);
    x = 2;
    pthread_join(t, 0);
    return 0;
}
