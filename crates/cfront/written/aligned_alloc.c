void *__raddle_allocate_aligned(__SIZE_TYPE__ alignment, __SIZE_TYPE__ size);

void *aligned_alloc(__SIZE_TYPE__ alignment, __SIZE_TYPE__ size)
{
    return __raddle_allocate_aligned(alignment, size);
}
