int seq_create(unsigned long *id, int t) {
    if (id) *id = t + 1;
    created[t] = 1;
    return 0;
}

int seq_create_detached(unsigned long *id, int t, int detached) {
    if (id) *id = t + 1;
    created[t] = detached == 1 ? 2 : 1;
    return 0;
}

int seq_join(unsigned long id, int t) {
    if (id == t + 1) return 35;
    if (id < 1 || id > THREADS || created[id - 1] == 0 || created[id - 1] == 3) return 3;
    if (created[id - 1] == 2) return 22;
    __VERIFIER_assume(pc[id - 1] == LAST_LABEL);
    created[id - 1] = 3;
    return 0;
}

int seq_detach(unsigned long id, int t) {
    if (id < 1 || id > THREADS || created[id - 1] == 0 || created[id - 1] == 3) return 3;
    if (created[id - 1] == 2) return 22;
    created[id - 1] = 2;
    return 0;
}

int seq_init(int *m, int kind, int t) {
    m[0] = 0;
    m[1] = 0;
    m[KIND] = kind;
    return 0;
}

int seq_destroy(int *m, int t) {
    if (m[0]) return 16;
    m[KIND] = 0;
    return 0;
}

int seq_lock(int *m, int t) {
    if (m[0] == t + 1 && m[KIND] == 1) { m[1] = m[1] + 1; return 0; }
    if (m[0] == t + 1 && m[KIND] == 2) return 35;
    __VERIFIER_assume(m[0] == 0);
    m[0] = t + 1;
    m[1] = 1;
    return 0;
}

int seq_trylock(int *m, int t) {
    if (m[0] == t + 1 && m[KIND] == 1) { m[1] = m[1] + 1; return 0; }
    if (m[0]) return 16;
    m[0] = t + 1;
    m[1] = 1;
    return 0;
}

int seq_timedlock(int *m, int t) {
    if (m[0] == t + 1 && m[KIND] == 1) { m[1] = m[1] + 1; return 0; }
    if (m[0] == t + 1 && m[KIND] == 2) return 35;
    if (m[0]) return 110;
    m[0] = t + 1;
    m[1] = 1;
    return 0;
}

int seq_unlock(int *m, int t) {
    if (m[0] != t + 1 && m[KIND] != 0) return 1;
    if (m[0] == t + 1 && m[1] > 1) { m[1] = m[1] - 1; return 0; }
    m[0] = 0;
    m[1] = 0;
    return 0;
}

int seq_signal(int *c, int t) {
    return 0;
}

int seq_wait(int *m, int t) {
    if (m[0] == t + 1) { m[0] = 0; m[1] = 0; }
    return 0;
}

int seq_wake(int *c, int t) {
    return 0;
}

int seq_timedwake(int *c, int t) {
    return __VERIFIER_nondet_bool() ? 2 : 0;
}

int seq_rwlock_init(int *l, int t) {
    l[0] = 0;
    l[1] = 0;
    return 0;
}

int seq_rdlock(int *l, int t) {
    if (l[0] == t + 1) return 35;
    __VERIFIER_assume(l[0] == 0);
    l[1] = l[1] + 1;
    return 0;
}

int seq_tryrdlock(int *l, int t) {
    if (l[0]) return 16;
    l[1] = l[1] + 1;
    return 0;
}

int seq_timedrdlock(int *l, int t) {
    if (l[0] == t + 1 && __VERIFIER_nondet_bool()) return 35;
    if (l[0]) return 110;
    l[1] = l[1] + 1;
    return 0;
}

int seq_wrlock(int *l, int t) {
    if (l[0] == t + 1) return 35;
    __VERIFIER_assume(l[0] == 0 && l[1] == 0);
    l[0] = t + 1;
    return 0;
}

int seq_trywrlock(int *l, int t) {
    if (l[0] || l[1]) return 16;
    l[0] = t + 1;
    return 0;
}

int seq_timedwrlock(int *l, int t) {
    if (l[0] == t + 1 && __VERIFIER_nondet_bool()) return 35;
    if (l[0] || l[1]) return 110;
    l[0] = t + 1;
    return 0;
}

int seq_rwunlock(int *l, int t) {
    if (l[0] == t + 1) l[0] = 0;
    else if (l[1] > 0) l[1] = l[1] - 1;
    return 0;
}

int seq_spin_init(int *l, int t) {
    *l = 0;
    return 0;
}

int seq_spin_lock(int *l, int t) {
    __VERIFIER_assume(*l == 0);
    *l = t + 1;
    return 0;
}

int seq_spin_trylock(int *l, int t) {
    if (*l) return 16;
    *l = t + 1;
    return 0;
}

int seq_spin_unlock(int *l, int t) {
    *l = 0;
    return 0;
}

int seq_sem_init(int *m, int value, int t) {
    m[0] = value;
    return 0;
}

int seq_sem_destroy(int *m, int t) {
    return 0;
}

int seq_sem_wait(int *m, int t) {
    __VERIFIER_assume(m[0] > 0);
    m[0] = m[0] - 1;
    return 0;
}

int seq_sem_trywait(int *m, int t) {
    if (m[0] == 0) return 11;
    m[0] = m[0] - 1;
    return 0;
}

int seq_sem_timedwait(int *m, int t) {
    if (m[0] == 0) return 110;
    m[0] = m[0] - 1;
    return 0;
}

int seq_sem_post(int *m, int t) {
    m[0] = m[0] + 1;
    return 0;
}

int seq_sem_value(int *m, int t) {
    return m[0];
}

int *once_of[THREADS];
int seq_once_begin(int *c, int t) {
    __VERIFIER_assume(*c != 2);
    if (*c == 1) return 0;
    if (once_of[t]) __raddle_unsupported("a routine that is run once inside of another one");
    once_of[t] = c;
    *c = 2;
    return 1;
}

int seq_once_end(int *c, int t) {
    once_of[t] = 0;
    *c = 1;
    return 0;
}

int seq_once_left(int t) {
    if (once_of[t]) *once_of[t] = 0;
    return 0;
}

int seq_barrier_init(int *b, int count, int t) {
    if (count == 0) return 22;
    b[0] = count;
    b[1] = 0;
    b[2] = b[2] + 1;
    return 0;
}

int seq_barrier_destroy(int *b, int t) {
    return b[1] ? 16 : 0;
}

int *barrier_of[THREADS];
int turn_of[THREADS];
int is_serial[THREADS];
int seq_barrier_arrive(int *b, int t) {
    barrier_of[t] = b;
    turn_of[t] = b[2];
    b[1] = b[1] + 1;
    if (b[1] >= b[0]) {
        int who = __VERIFIER_nondet_int();
        __VERIFIER_assume(0 <= who && who < THREADS && barrier_of[who] == b && turn_of[who] == b[2]);
        is_serial[who] = 1;
        b[1] = 0;
        b[2] = b[2] + 1;
    }
    return 0;
}

int seq_barrier_leave(int *b, int t) {
    __VERIFIER_assume(turn_of[t] != b[2]);
    barrier_of[t] = 0;
    if (!is_serial[t]) return 0;
    is_serial[t] = 0;
    return -1;
}

int seq_test_cancel(int t) {
    return 0;
}
