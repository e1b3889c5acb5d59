void P_thread_1(void)
{
    static int l;
    static int t;
    CONTR(1, 0);
    if (s == EXECUTE) {
        l = (int)(long)P_1_b;
    }
    CONTR(1, 1);
    if (s == EXECUTE) {
        seq_lock((int *)&m1, 1);
    }
    CONTR(1, 2);
    if ((s == RESUME && pc[1] <= 4) || (s == EXECUTE && c > 0)) {
        CONTR(1, 3);
        if (s == EXECUTE) {
            t = c + 1;
        }
        CONTR(1, 4);
        if (s == EXECUTE) {
            c = t;
        }
    } else if ((s == RESUME && pc[1] <= 9) || s == EXECUTE) {
        CONTR(1, 5);
        if (s == EXECUTE) {
            c = 0;
        }
        CONTR(1, 6);
        while ((s == RESUME && pc[1] <= 9) || (s == EXECUTE && l > 0)) {
            CONTR(1, 7);
            if (s == EXECUTE) {
                t = c + 1;
            }
            CONTR(1, 8);
            if (s == EXECUTE) {
                c = t;
            }
            CONTR(1, 9);
            if (s == EXECUTE) {
                l = l - 1;
            }
        }
    }
    CONTR(1, 10);
    if (s == EXECUTE) {
        seq_unlock((int *)&m1, 1);
    }
    CONTR(1, 11);
    if (s == EXECUTE) {
        pc[1] = LAST_LABEL;
    }
}
