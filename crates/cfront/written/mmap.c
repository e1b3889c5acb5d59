int *__errno_location(void);
int __raddle_result_of_mmap(void);
int __raddle_protections_change(void);
int __raddle_is_copied(void);
void *__raddle_map(__SIZE_TYPE__ size);
void *__raddle_map_constant(__SIZE_TYPE__ size);
void *__raddle_map_zeros(__SIZE_TYPE__ size);
void *__raddle_map_constant_zeros(__SIZE_TYPE__ size);
/* No model and no body: mappings over others, and memory that parent and child share. */
void __raddle_mapping_without_model(void);
/* No model and no body: a second mapping of a file may be the same memory as the first one. */
void __raddle_second_mapping_of_a_file_without_model(void);
/* No model and no body: memory that cannot be read, or is written to after `mprotect`. */
void __raddle_protection_without_model(void);

static int __raddle_mapped_files;

/* A new object. In memory that is no file's are zeros, in a file is anything. A file is as long as what is mapped of it, and the
   program changes it by this mapping alone. */
void *mmap(void *address, __SIZE_TYPE__ size, int protection, int flags, int file, long offset)
{
    /* MAP_SHARED, MAP_PRIVATE, MAP_SHARED_VALIDATE */
    int sharing = flags & 15;
    if (size == 0 || sharing == 0 || sharing > 3 || (offset & 4095) != 0) {
        *__errno_location() = 22;
        return (void *)-1;
    }
    /* MAP_FIXED, MAP_GROWSDOWN, MAP_FIXED_NOREPLACE; MAP_SHARED */
    if ((flags & 0x100110) != 0 || ((flags & 1) != 0 && __raddle_is_copied()))
        __raddle_mapping_without_model();
    /* Neither PROT_READ nor PROT_WRITE. */
    if ((protection & 3) == 0)
        __raddle_protection_without_model();
    if ((protection & 2) == 0 && __raddle_protections_change())
        __raddle_protection_without_model();
    if ((flags & 0x20) != 0) /* MAP_ANONYMOUS */
        return (protection & 2) != 0 ? __raddle_map_zeros(size) : __raddle_map_constant_zeros(size);
    if (file < 0) {
        *__errno_location() = 9;
        return (void *)-1;
    }
    if (__raddle_result_of_mmap() < 0)
        return (void *)-1;
    if (__atomic_fetch_add(&__raddle_mapped_files, 1, 5) > 0)
        __raddle_second_mapping_of_a_file_without_model();
    return (protection & 2) != 0 ? __raddle_map(size) : __raddle_map_constant(size);
}
