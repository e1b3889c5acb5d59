//@ all: safe
//@ twin: assembly_leaves_its_output
// The results of instructions that only compute are any values, and nothing else changes.
#include <assert.h>

static int shared = 3;

int main(void)
{
    unsigned low = 1, high = 2, leaf, other;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    __asm__ volatile("cpuid" : "=a"(leaf), "=b"(other) : "0"(low) : "ecx", "edx", "memory");
    assert(shared == 3);
    return leaf == other && high == low;
}
