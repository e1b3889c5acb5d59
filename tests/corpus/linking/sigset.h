struct signals {
    unsigned long words[16];
};
typedef struct signals sigset_t;
