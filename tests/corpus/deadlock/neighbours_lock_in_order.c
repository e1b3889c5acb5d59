//@ all: safe
//@ by: explicit
//@ twin: neighbours_lock_each_other
// Threads that run the same code lock the elements of an array from left to right.
#include <pthread.h>

pthread_mutex_t forks[2];
int ids[2] = {0, 1};

void *eat(void *argument) {
    int id = *(int *)argument;
    int left = 0, right = 1 + 0 * id;
    pthread_mutex_lock(&forks[left]);
    pthread_mutex_lock(&forks[right]);
    pthread_mutex_unlock(&forks[right]);
    pthread_mutex_unlock(&forks[left]);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_mutex_init(&forks[0], 0);
    pthread_mutex_init(&forks[1], 0);
    pthread_create(&a, 0, eat, &ids[0]);
    pthread_create(&b, 0, eat, &ids[1]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
