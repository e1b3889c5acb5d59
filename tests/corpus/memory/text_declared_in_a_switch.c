//@ memory: unsafe
//@ twin: text_with_a_value_on_all_paths
// The jump to the case leads over the declaration with its initializer.
#include <stdio.h>

int main(int argc, char **argv)
{
    switch (argc) {
        const char *text = "text";
    case 1:
        puts(text);
        break;
    default:
        text = "other";
        puts(text);
    }
    return argv == 0;
}
