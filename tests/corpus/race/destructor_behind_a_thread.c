//@ all: safe
//@ twin: destructor_beside_a_thread
// The thread has ended before main returns.
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
  pthread_join(t, 0);
  return 0;
}
