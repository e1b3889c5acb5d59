int *__errno_location(void);
__SIZE_TYPE__ __raddle_size_of_mapping(void *address);
void __raddle_unmap(void *address);
/* No model and no body. */
void __raddle_part_of_mapping_without_model(void);

/* Pages are unmapped as a whole. Where nothing is mapped at the start of memory, nothing happens. */
int munmap(void *address, __SIZE_TYPE__ size)
{
    if (size == 0 || address == (void *)-1) {
        *__errno_location() = 22;
        return -1;
    }
    if (address == 0)
        return 0;
    if ((__raddle_size_of_mapping(address) + 4095) / 4096 != (size + 4095) / 4096)
        __raddle_part_of_mapping_without_model();
    __raddle_unmap(address);
    return 0;
}
