int iscntrl(int character);
int __raddle_ascii_of(unsigned int character);

int iswcntrl(unsigned int character)
{
    return iscntrl(__raddle_ascii_of(character)) != 0;
}
