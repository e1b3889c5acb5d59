void __raddle_stream_with_a_buffer_of_the_program(void);

void setbuffer(FILE *stream, char *buffer, __SIZE_TYPE__ size)
{
    if (buffer)
        __raddle_stream_with_a_buffer_of_the_program();
}
