/* Before Rust's start-up code puts /dev/null in the place of a closed standard output: remember that it was closed, so
   that an answer that nobody can read is reported as such. And before anything is allocated: no huge pages. Most runs end
   within a tenth of a second, of which the kernel would take a good part to clear memory that is never used. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/prctl.h>

__attribute__((constructor)) static void raddle_start(void) {
    if (fcntl(1, F_GETFD) == -1) {
        setenv("RADDLE_STDOUT_IS_CLOSED", "1", 1);
    } else {
        unsetenv("RADDLE_STDOUT_IS_CLOSED");
    }
#ifdef PR_SET_THP_DISABLE
    /* Nothing depends on whether it works. */
    prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
#endif
}
