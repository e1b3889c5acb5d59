void __raddle_stream_with_a_buffer_of_the_program(void);

void setbuf(FILE *stream, char *buffer)
{
    if (buffer)
        __raddle_stream_with_a_buffer_of_the_program();
}
