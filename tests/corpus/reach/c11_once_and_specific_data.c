//@ all: safe
//@ by: explicit
//@ twin: c11_once_runs_once
// call_once, tss_* and cnd_* of C11.
#include <assert.h>
#include <threads.h>


once_flag flag = ONCE_FLAG_INIT;
tss_t key;
cnd_t c;
mtx_t m;
int count, ready;

void initialize(void) {
    count++;
}

void destructor(void *value) {
    count += *(int *)value;
}

int thread(void *arg) {
    static int two = 2;
    call_once(&flag, initialize);
    tss_set(key, &two);
    mtx_lock(&m);
    ready = 1;
    cnd_signal(&c);
    mtx_unlock(&m);
    return 0;
}

int main(void) {
    thrd_t t;
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    tss_create(&key, destructor);
    thrd_create(&t, thread, 0);
    call_once(&flag, initialize);
    mtx_lock(&m);
    while (!ready) {
        cnd_wait(&c, &m);
    }
    mtx_unlock(&m);
    thrd_join(t, 0);
    assert(count == 3);
    return 0;
}
