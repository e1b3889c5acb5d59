/*
 * stack-safe-x and stack-unsafe-x of "Reduction for Compositional Verification of Multi-Threaded Programs": one thread puts N things on a
 * stack that has room for N, another one takes some of them. With -D BUG one thing more is put than there is room for.
 * raddle check --engine bmc -p assertions -D N=3 examples/papers/redcomp/stack.c
 * VERDICT: SAFE
 */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

#ifndef N
#define N 5
#endif

#ifdef BUG
#define PUSHES (N + 1)
#else
#define PUSHES N
#endif

int stack[N];
int top;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int push(int thing)
{
    if (top == N)
        return 0;
    stack[top] = thing;
    top++;
    return 1;
}

int pop(int *thing)
{
    if (top == 0)
        return 0;
    top--;
    *thing = stack[top];
    return 1;
}

void *producer(void *unused)
{
    for (int i = 0; i < PUSHES; i++) {
        pthread_mutex_lock(&lock);
        int is_there = push(__VERIFIER_nondet_int());
        assert(is_there);
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

void *consumer(void *unused)
{
    int thing;
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&lock);
        if (top > 0) {
            int was_there = pop(&thing);
            assert(was_there);
        }
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, producer, 0);
    pthread_create(&two, 0, consumer, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
