//@ all: safe
//@ domain: -1 0 1
//@ twin: login_name_without_a_check
// The name is used if there is one.
#include <string.h>
#include <unistd.h>

int main(void)
{
    char name[2];
    if (getlogin_r(name, sizeof name))
        return 1;
    return strlen(name) > 3;
}
