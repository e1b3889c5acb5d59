//@ all: safe
//@ twin: assembly_leaves_other_flags
// Results and flags of atomic instructions, one after the other. A processor that runs this program ends it with zero.
#include <assert.h>

static int number = 1;
static unsigned char small = 0xff;
static unsigned short words[3];
static long long wide = -1;

int main(void)
{
    unsigned char flag;
    int before, add = -3;
    __asm__ volatile("lock; decl %0; setz %1" : "+m"(number), "=q"(flag) : : "memory");
    assert(flag == 1 && number == 0);
    __asm__ volatile("lock subl %2, %0\n\tsets %1" : "+m"(number), "=q"(flag) : "r"(2) : "memory");
    assert(flag == 1 && number == -2);
    __asm__ volatile("lock; xaddl %0, %1" : "+r"(add), "+m"(number) : : "memory");
    assert(add == -2 && number == -5);
    __asm__ volatile("lock; incb %0; setnz %1" : "+m"(small), "=q"(flag));
    assert(small == 0 && flag == 0);
    __asm__ volatile("lock; btsw $3, %1; sbbl %0, %0" : "=r"(before), "+m"(words[0]));
    assert(before == 0 && words[0] == 8);
    __asm__ volatile("lock; btcw $3, %1; sbbl %0, %0" : "=r"(before), "+m"(words[0]));
    assert(before == -1 && words[0] == 0);
    __asm__ volatile("lock; btrq %2, %1" : "=@ccc"(before), "+m"(wide) : "r"(63LL));
    assert(before == 1 && wide == 0x7fffffffffffffff);
    __asm__ volatile("lock; andq %2, %0; setns %1" : "+m"(wide), "=q"(flag) : "r"(1LL));
    assert(wide == 1 && flag == 1);
    __asm__ volatile("lock; cmpxchgl %2, %1; setne %0" : "=q"(flag), "+m"(number) : "r"(7), "a"(-4) : "memory");
    assert(flag == 1 && number == -5);
    __asm__ volatile("lock; cmpxchgl %2, %1; sete %0" : "=q"(flag), "+m"(number) : "r"(7), "a"(-5) : "memory");
    assert(flag == 1 && number == 7);
    __asm__ volatile("movl %1, %0" : "=m"(number) : "r"(9) : "memory");
    __asm__ volatile("movl %1, %0" : "=r"(before) : "m"(number));
    assert(before == 9);
    return 0;
}
