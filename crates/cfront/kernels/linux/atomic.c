/* Operations of `atomic_t`, whose first member is an `int`. Those without a result are relaxed, and so are reads and writes. */

int __raddle_atomic_read(void *object)
{
    return __atomic_load_n((int *)object, 0);
}

void __raddle_atomic_set(void *object, int value)
{
    __atomic_store_n((int *)object, value, 0);
}

void __raddle_atomic_add(int value, void *object)
{
    __atomic_fetch_add((int *)object, value, 0);
}

int __raddle_atomic_add_return(int value, void *object)
{
    return __atomic_add_fetch((int *)object, value, 5);
}

int __raddle_atomic_fetch_add(int value, void *object)
{
    return __atomic_fetch_add((int *)object, value, 5);
}

void __raddle_atomic_sub(int value, void *object)
{
    __atomic_fetch_sub((int *)object, value, 0);
}

int __raddle_atomic_sub_return(int value, void *object)
{
    return __atomic_sub_fetch((int *)object, value, 5);
}

int __raddle_atomic_fetch_sub(int value, void *object)
{
    return __atomic_fetch_sub((int *)object, value, 5);
}

void __raddle_atomic_inc(void *object)
{
    __atomic_fetch_add((int *)object, 1, 0);
}

int __raddle_atomic_inc_return(void *object)
{
    return __atomic_add_fetch((int *)object, 1, 5);
}

int __raddle_atomic_inc_and_test(void *object)
{
    return __atomic_add_fetch((int *)object, 1, 5) == 0;
}

void __raddle_atomic_dec(void *object)
{
    __atomic_fetch_sub((int *)object, 1, 0);
}

int __raddle_atomic_dec_return(void *object)
{
    return __atomic_sub_fetch((int *)object, 1, 5);
}

int __raddle_atomic_dec_and_test(void *object)
{
    return __atomic_sub_fetch((int *)object, 1, 5) == 0;
}

int __raddle_atomic_sub_and_test(int value, void *object)
{
    return __atomic_sub_fetch((int *)object, value, 5) == 0;
}

int __raddle_atomic_xchg(void *object, int value)
{
    return __atomic_exchange_n((int *)object, value, 5);
}

int __raddle_atomic_cmpxchg(void *object, int expected, int value)
{
    __atomic_compare_exchange_n((int *)object, &expected, value, 0, 5, 5);
    return expected;
}

int __raddle_atomic_inc_not_zero(void *object)
{
    int value = __atomic_load_n((int *)object, 5);
    while (value && !__atomic_compare_exchange_n((int *)object, &value, value + 1, 0, 5, 5))
        ;
    return value != 0;
}
