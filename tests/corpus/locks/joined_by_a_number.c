//@ locks: unsafe  others: safe
//@ by: explicit bmc
//@ twin: joined_by_its_id
// There is no thread with this id.
#include <pthread.h>

int main(void) {
    pthread_join(0, 0);
    return 0;
}
