//@ termination: safe
//@ fair-termination: safe
//@ by: explicit
//@ twin: main_and_helper_join_each_other
// One waits for the other.
#include <pthread.h>

pthread_t main_thread;

void *helper(void *argument) {
    return 0;
}

int main(void) {
    pthread_t thread;
    main_thread = pthread_self();
    pthread_create(&thread, 0, helper, 0);
    pthread_join(thread, 0);
    return 0;
}
