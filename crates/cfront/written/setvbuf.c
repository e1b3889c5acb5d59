int __raddle_result_of_setvbuf(void);
/* No model and no body: the stream accesses the buffer later, when it is read, written or closed. */
void __raddle_stream_with_a_buffer_of_the_program(void);

int setvbuf(FILE *stream, char *buffer, int mode, __SIZE_TYPE__ size)
{
    if (buffer)
        __raddle_stream_with_a_buffer_of_the_program();
    return __raddle_result_of_setvbuf();
}
