//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: main_joins_the_helper
// Each waits for the end of the other.
#include <pthread.h>

pthread_t main_thread;

void *helper(void *argument) {
    pthread_join(main_thread, 0);
    return 0;
}

int main(void) {
    pthread_t thread;
    main_thread = pthread_self();
    pthread_create(&thread, 0, helper, 0);
    pthread_join(thread, 0);
    return 0;
}
