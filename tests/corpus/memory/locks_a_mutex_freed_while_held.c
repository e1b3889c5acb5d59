//@ memory: unsafe  others: safe
//@ twin: freed_semaphore_is_not_awaited
// The session is freed with its lock held: the user locks freed memory, and is not kept waiting by its owner.
#include <pthread.h>
#include <stdlib.h>

static struct session {
    pthread_mutex_t lock;
    int users;
} *session;

static void *user(void *unused)
{
    pthread_mutex_lock(&session->lock);
    pthread_mutex_unlock(&session->lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    session = calloc(1, sizeof *session);
    if (!session)
        return 1;
    pthread_mutex_init(&session->lock, 0);
    pthread_create(&thread, 0, user, 0);
    pthread_mutex_lock(&session->lock);
    free(session);
    pthread_join(thread, 0);
    return 0;
}
