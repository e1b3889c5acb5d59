//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 99_floating_operations
// One more step is larger.
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct point {
    float x;
    double y;
    int n;
};

static double table[3] = {1.0 / 4, -2, 3e2f};
static struct point origin = {.x = 0.5f, .y = -(1 + 0.5), .n = (int)2.9};
static const float third = 1.0f / 3;

static double mean(const double *values, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        sum += values[i];
    }
    return count ? sum / count : 0;
}

static struct point moved(struct point from, float by)
{
    from.x += by;
    from.y -= by;
    from.n *= 1.5;
    return from;
}

static float twice(float value)
{
    return value * 2;
}

int main(void)
{
    assert(mean(table, 3) == 298.25 / 3);
    struct point next = moved(origin, 0.25f);
    assert(next.x == 0.75f && next.y == -1.75 && next.n == 3 && origin.n == 2);
    assert(third != 1.0 / 3 && third == (float)(1.0 / 3));

    double (*function)(const double *, int) = mean;
    assert(function(table + 1, 1) == -2);
    assert(twice(3) == 6 && twice(0.1f) == 0.2f);

    int whole = 7;
    whole /= 2.0;
    assert(whole == 3);
    unsigned char byte = 250;
    byte += 2.5;
    assert(byte == 252);
    double count = 2;
    assert(count++ == 2 && ++count == 4 && count-- == 4 && count == 3);

    bool is_set = 0.1, is_clear = 0.0;
    assert(is_set && !is_clear);
    double zero = 0, half = 0.5;
    assert(!zero && !!half && (half ? 1 : 0) && (zero || half) && !(zero && half));
    assert((zero ?: 2.5) == 2.5 && (half ?: 2.5) == 0.5);
    int tests = 0;
    for (float step = 1; step > 0.1f; step /= 2) {
        tests++;
    }
    while (half) {
        half = 0;
    }
    assert(tests == 3);

    long big = 9007199254740993;
    assert((double)big == 9007199254740992.0 && (long)(double)big == 9007199254740992);
    assert((unsigned long)18446744073709549568.0 == 18446744073709549568u);
    assert((float)16777217 == 16777216 && -5 / 2.0 == -2.5 && (int)-2.5 == -2);
    assert(1e308 * 10 > 1.7e308 && -1e308 * 10 < 0);

    double *heap = malloc(2 * sizeof *heap);
    if (heap) {
        heap[0] = table[0];
        heap[1] = heap[0] * heap[0];
        unsigned long bits;
        memcpy(&bits, &heap[1], sizeof bits);
        assert(bits == 0x3fb0000000000000);
        free(heap);
    }
    _Atomic double shared = 1;
    shared += 0.5;
    assert(shared == 1.5);
    return 0;
}
