#include <assert.h>
int main(int argc, char **argv) { if (argc > 1) assert(argv[1][0] * 2.0L < 1000.0L); return 0; }
