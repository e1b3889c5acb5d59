//@ unsafe
//@ twin: stores_that_nobody_reads
// The same local is read: by another function, through another pointer.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

int things[4];
int top;
int largest;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int take(int *thing)
{
    if (top == 0)
        return 0;
    top--;
    *thing = things[top];
    return 1;
}

int is_small(int **thing)
{
    return **thing < 7;
}

void *worker(void *unused)
{
    int thing = 0;
    int *to_thing = &thing;

    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        if (top < 4) {
            things[top] = __VERIFIER_nondet_int() & 7;
            top++;
        }
        if (top > largest)
            largest = top;
        int is_there = take(&thing);
        assert(is_there);
        pthread_mutex_unlock(&lock);
        int is_as_small = is_small(&to_thing);
        assert(is_as_small);
    }
    return 0;
}

int main(void)
{
    pthread_t thread;

    for (int i = 0; i < 2; i++)
        pthread_create(&thread, 0, worker, 0);
    pthread_exit(0);
}
