//@ assertions: unsafe
//@ twin: waits_without_asking
//@ by: explicit bmc
// Main lets go of the lock in a function that it calls, and asks only then. That somebody answers takes another turn,
// in which it finds that it has asked and does nothing.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int is_asked, is_done;

void let_others(void) {
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
}

void *answer(void *unused) {
  pthread_mutex_lock(&lock);
  if (is_asked) is_done = 1;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, answer, 0);
  pthread_mutex_lock(&lock);
  while (!is_done) {
    let_others();
    if (!is_asked) is_asked = 1;
  }
  assert(0);
}
