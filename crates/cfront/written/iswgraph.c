int isgraph(int character);
int __raddle_ascii_of(unsigned int character);

int iswgraph(unsigned int character)
{
    return isgraph(__raddle_ascii_of(character)) != 0;
}
