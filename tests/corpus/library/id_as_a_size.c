//@ memory: unknown
//@ twin: id_of_the_owner
/* So many bytes are not in the array. */
#include <pthread.h>
#include <string.h>

int main(void)
{
    char bytes[8];
    memset(bytes, 0, (size_t)pthread_self());
    return 0;
}
