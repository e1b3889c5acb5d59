//@ data-race: safe
//@ by: static
//@ twin: host_found_by_two_threads
// The structure that `gethostbyname` fills in is read while the lock is held.
#include <pthread.h>

struct hostent {
    char *h_name;
    char **h_aliases;
    int h_addrtype;
    int h_length;
    char **h_addr_list;
};
struct hostent *gethostbyname(const char *name);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *find(void *name) {
    pthread_mutex_lock(&lock);
    struct hostent *host = gethostbyname(name);
    void *found = host && host->h_name[0] ? name : 0;
    pthread_mutex_unlock(&lock);
    return found;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, find, "a");
    find("b");
    pthread_join(thread, 0);
    return 0;
}
