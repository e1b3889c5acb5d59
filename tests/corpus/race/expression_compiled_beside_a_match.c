//@ data-race: unsafe  others: safe
//@ by: explicit bmc
//@ twin: expression_compiled_before_threads_match
// A regular expression is compiled while another thread matches with it.
#include <pthread.h>

typedef struct {
    void *program;
    unsigned long counts[7];
} regex_t;
int regcomp(regex_t *expression, const char *pattern, int flags);
int regexec(const regex_t *expression, const char *text, unsigned long n_matches, long matches[], int flags);

static regex_t expression;

static void *match(void *text) {
    regexec(&expression, text, 0, 0, 0);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, match, "aa");
    regcomp(&expression, "a*", 0);
    pthread_join(thread, 0);
    return 0;
}
