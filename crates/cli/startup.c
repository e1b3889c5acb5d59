/* Before Rust's start-up code puts /dev/null in the place of a closed standard output: remember that it was closed, so
   that an answer that nobody can read is reported as such. */
#include <fcntl.h>
#include <stdlib.h>

__attribute__((constructor)) static void raddle_note_closed_stdout(void) {
    if (fcntl(1, F_GETFD) == -1) {
        setenv("RADDLE_STDOUT_IS_CLOSED", "1", 1);
    } else {
        unsetenv("RADDLE_STDOUT_IS_CLOSED");
    }
}
