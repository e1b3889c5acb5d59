//@ safe
//@ by: static
//@ library: table_init
//@ twin: library_table_made_on_demand
// One thread makes the table, then any threads read it.
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
