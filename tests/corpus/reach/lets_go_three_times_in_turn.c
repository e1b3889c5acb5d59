//@ assertions: unsafe
//@ twin: lets_go_two_times_in_turn
//@ by: explicit bmc
// Main lets the other thread count while it waits, and looks in front of the wait and behind it. That the count goes from two
// to three takes a third turn, after two in which main did nothing but look: a turn without which main would never have let go
// of the lock cannot be left out. 
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int started, count;

void *step(void *unused) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&lock);
    if (started) count++;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, step, 0);
  pthread_mutex_lock(&lock);
  started = 1;
  while (1) {
    int before = count;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    int after = count;
    if (after > before + 1) break;
    assert(before != 2 || after != 3);
  }
  pthread_mutex_unlock(&lock);
  return 0;
}
