void *malloc(__SIZE_TYPE__ size);
void *calloc(__SIZE_TYPE__ count, __SIZE_TYPE__ size);
void free(void *memory);

/* Memory of the kernel. Allocations succeed. */
void *__raddle_kmalloc(unsigned long size)
{
    return malloc(size);
}

void *__raddle_kzalloc(unsigned long size)
{
    return calloc(1, size);
}

void *__raddle_kcalloc(unsigned long count, unsigned long size)
{
    return calloc(count, size);
}

void *__raddle_vmalloc(unsigned long size)
{
    return malloc(size);
}

void *__raddle_vzalloc(unsigned long size)
{
    return calloc(1, size);
}

void __raddle_kfree(const void *memory)
{
    free((void *)memory);
}

void __raddle_vfree(const void *memory)
{
    free((void *)memory);
}
