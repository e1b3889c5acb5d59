/* C libraries differ for an alignment that is no power of two. */
void __raddle_alignment_without_model(void);

void *__raddle_allocate_aligned(__SIZE_TYPE__ alignment, __SIZE_TYPE__ size)
{
    if (alignment == 0 || (alignment & (alignment - 1)) != 0)
        __raddle_alignment_without_model();
    return __builtin_malloc(size);
}
