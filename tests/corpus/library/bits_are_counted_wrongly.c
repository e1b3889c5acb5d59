//@ assertions: unsafe  others: safe
//@ by: bmc
//@ twin: bits_are_counted
//@ domain: 0 1 6 128 255 65535 2147483648 4294967295
// Zeros are counted from the other end. What the compiler knows about bits: how many there are, where the first and the last one stand, bytes in the other order.
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
static unsigned mask;

static void *look(void *unused) {
    unsigned x = mask, n = 0, first = 0, last = 0;
    for (unsigned at = 0; at < 32; at++) {
        if (x >> at & 1) {
            n++;
            last = at;
            if (!first) first = at + 1;
        }
    }
    assert(__builtin_popcount(x) == n && __builtin_parity(x) == n % 2);
    assert(__builtin_ffs(x) == first);
    if (x) assert(__builtin_ctz(x) == first - 1 && __builtin_clz(x) == last);
    assert(__builtin_bswap32(x) == (x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24));
    return unused;
}

int main(void) {
    pthread_t thread;
    mask = __VERIFIER_nondet_uint();
    pthread_create(&thread, 0, look, 0);
    unsigned long long high = 1ull << 63 | 6;
    assert(__builtin_popcountll(high) == 3 && __builtin_clzll(high) == 0 && __builtin_ctzll(high) == 1);
    assert(__builtin_ffsll(0) == 0 && __builtin_parityll(high) == 1 && __builtin_clzll(1) == 63);
    assert(__builtin_bswap64(high) == 0x0600000000000080);
    assert(__builtin_bswap16(0x1234) == 0x3412 && __builtin_ffs(-8) == 4);
    pthread_join(thread, 0);
    return 0;
}
