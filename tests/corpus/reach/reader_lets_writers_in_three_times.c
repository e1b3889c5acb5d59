//@ assertions: unsafe
//@ twin: reader_lets_writers_in_two_times
//@ by: explicit bmc
// A reader lets writers in while it waits, and looks before and after; a turn in which it did nothing was needed all the same,
// since nobody else writes while it reads. 
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int started, count;

void *step(void *unused) {
  for (int i = 0; i < 3; i++) {
    pthread_rwlock_wrlock(&lock);
    if (started) count++;
    pthread_rwlock_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, step, 0);
  pthread_rwlock_wrlock(&lock);
  started = 1;
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_rdlock(&lock);
  if (count != 0) return 0;
  while (1) {
    int before = count;
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_rdlock(&lock);
    int after = count;
    if (after > before + 1) break;
    assert(before != 2 || after != 3);
  }
  return 0;
}
