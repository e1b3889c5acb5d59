//@ data-race: unsafe
//@ by: explicit
//@ twin: host_found_under_a_lock
// Both threads get the structure that `gethostbyname` fills in.
#include <pthread.h>

struct hostent {
    char *h_name;
    char **h_aliases;
    int h_addrtype;
    int h_length;
    char **h_addr_list;
};
struct hostent *gethostbyname(const char *name);

void *find(void *name) {
    struct hostent *host = gethostbyname(name);
    return host && host->h_name[0] ? name : 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, find, "a");
    find("b");
    pthread_join(thread, 0);
    return 0;
}
