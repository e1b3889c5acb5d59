//@ unsafe
//@ by: bmc
//@ library: none
//@ twin: library_table_made_before
// Any thread may make the table while another one reads it.
static unsigned char table[4];

void table_init(void)
{
    for (unsigned index = 0; index < 4; index++)
        table[index] = index;
}

unsigned table_get(unsigned index)
{
    return table[index % 4];
}
