//@ memory: unsafe  others: safe
//@ domain: -1 0 1
//@ twin: login_name_with_a_check
// There need not be a name. Then nothing is written.
#include <string.h>
#include <unistd.h>

int main(void)
{
    char name[2];
    getlogin_r(name, sizeof name);
    return strlen(name) > 3;
}
