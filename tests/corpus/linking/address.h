struct address {
    unsigned short family;
    char data[14];
};
