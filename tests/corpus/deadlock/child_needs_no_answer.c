//@ all: safe
//@ by: explicit
//@ domain: 0 1 7
//@ twin: child_waits_for_an_answer
// The child goes on without the thread that would answer.
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t asked = PTHREAD_COND_INITIALIZER;
static pthread_cond_t answered = PTHREAD_COND_INITIALIZER;
static int state;

static void *answers(void *argument) {
    pthread_mutex_lock(&lock);
    while (state == 0) pthread_cond_wait(&asked, &lock);
    state = 2;
    pthread_cond_signal(&answered);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, answers, 0);
    pthread_mutex_lock(&lock);
    int child = fork() == 0;
    state = 1;
    pthread_cond_signal(&asked);
    while (!child && state != 2) pthread_cond_wait(&answered, &lock);
    pthread_mutex_unlock(&lock);
    if (!child) pthread_join(thread, 0);
    return 0;
}
