//@ safe
//@ twin: stores_that_somebody_reads
// What is taken goes through a pointer into a local that nobody reads; what is asserted is only that there was something to take. The largest
// number so far is compared with nothing but itself.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

int things[4];
int top;
int largest;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int next(int place)
{
    if (place + 1 == 4)
        return 0;
    return place + 1;
}

int take(int *thing)
{
    if (top == 0)
        return 0;
    top--;
    *thing = things[top];
    return 1;
}

void *worker(void *unused)
{
    int thing = 0;
    int place = 0;

    for (;;) {
        pthread_mutex_lock(&lock);
        if (top < 4) {
            things[top] = __VERIFIER_nondet_int();
            top++;
        }
        if (top > largest)
            largest = top;
        place = next(place);
        int is_there = take(&thing);
        assert(is_there);
        pthread_mutex_unlock(&lock);
    }
}

int main(void)
{
    pthread_t thread;

    while (__VERIFIER_nondet_int())
        pthread_create(&thread, 0, worker, 0);
    return largest;
}
