//@ data-race: safe
//@ by: static explicit
//@ twin: filled_local_on_one_way
// Threads find in a local of their creator what is stored there before they are created.
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

struct context { int *sum; pthread_mutex_t *lock; };

int sum;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *work(void *argument) {
    struct context *context = argument;
    pthread_mutex_lock(&lock);
    *context->sum += 1;
    pthread_mutex_unlock(&lock);
    return 0;
}

static void fill(struct context *context) {
    context->sum = &sum;
}

int main(void) {
    pthread_t one, two;
    struct context context;
    fill(&context);
    pthread_create(&one, 0, work, &context);
    pthread_create(&two, 0, work, &context);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
