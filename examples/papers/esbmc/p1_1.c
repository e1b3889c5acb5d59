/*
 * P1-1 (Fig. 1) of Popeea, Rybalchenko, Wilhelm: Reduction for Compositional Verification of Multi-Threaded Programs. `raddle explain`
 * shows its four blocks.
 *
 *   raddle check --engine schedule -p assertions examples/papers/esbmc/p1_1.c
 *   VERDICT: SAFE
 */
#include <assert.h>
#include <pthread.h>

static int x = 2, y = 2;
static pthread_mutex_t mx = PTHREAD_MUTEX_INITIALIZER, my = PTHREAD_MUTEX_INITIALIZER;

static void *thread_1(void *unused) {
    int a;
    pthread_mutex_lock(&mx);
    a = x;
    pthread_mutex_lock(&my);
    y = y + a;
    pthread_mutex_unlock(&my);
    a = a + 1;
    pthread_mutex_lock(&my);
    y = y + a;
    pthread_mutex_unlock(&my);
    x = 2 * x + a;
    pthread_mutex_unlock(&mx);
    return unused;
}

static void *thread_2(void *unused) {
    pthread_mutex_lock(&mx);
    x = x + 2;
    pthread_mutex_unlock(&mx);
    return unused;
}

static void *thread_3(void *unused) {
    pthread_mutex_lock(&my);
    y = y + 2;
#ifdef RACY /* P2-1: one more access, without the lock. */
    pthread_mutex_unlock(&my);
    y = y + 1;
    return unused;
#endif
    pthread_mutex_unlock(&my);
    return unused;
}

int main(void) {
    pthread_t one, two, three;
    pthread_create(&one, 0, thread_1, 0);
    pthread_create(&two, 0, thread_2, 0);
    pthread_create(&three, 0, thread_3, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    pthread_join(three, 0);
    assert(x != 11);
    return 0;
}
