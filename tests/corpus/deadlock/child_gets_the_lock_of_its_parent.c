//@ all: safe
//@ by: explicit
//@ domain: 0 1 7
//@ twin: child_waits_for_a_thread_of_its_parent
// The thread that forks holds the lock, so no other one does.
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void takes(void) { pthread_mutex_lock(&lock); }

static void gives(void) { pthread_mutex_unlock(&lock); }

static void *counts(void *argument) {
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_atfork(takes, gives, gives);
    pthread_create(&thread, 0, counts, 0);
    pid_t child = fork();
    if (child == 0) {
        pthread_mutex_lock(&lock);
        count = 5;
        pthread_mutex_unlock(&lock);
        _exit(0);
    }
    if (child > 0) waitpid(child, 0, 0);
    pthread_join(thread, 0);
    return 0;
}
