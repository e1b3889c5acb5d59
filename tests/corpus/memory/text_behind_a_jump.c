//@ memory: unsafe
//@ twin: text_with_a_value_on_all_paths
// A jump leads over the initializer.
#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc == 1)
        goto print;
    const char *text = "text";
print:
    puts(text);
    return argv == 0;
}
