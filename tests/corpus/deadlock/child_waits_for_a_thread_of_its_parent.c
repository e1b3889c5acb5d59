//@ deadlock: unsafe  others: safe
//@ by: explicit
//@ domain: 0 1 7
//@ twin: child_gets_the_lock_of_its_parent
// A thread may hold the lock at the fork. It does not exist in the child, and never gives it back there.
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *counts(void *argument) {
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
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
