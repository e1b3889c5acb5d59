//@ data-race: unsafe  others: safe
//@ twin: destructor_behind_a_thread
// Threads run on while the destructor runs.
#include <pthread.h>
int x;
static void *add(void *argument) {
  x++;
  return argument;
}
__attribute__((destructor)) static void at_end(void) { x = 5; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  return 0;
}
