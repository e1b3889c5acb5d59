//! Names in traces: allocations by type and place, members by paths, threads with their arguments.

use crate::common::{Folder, run};

const LIST: &str = "#include <pthread.h>
#include <stdlib.h>
typedef struct { int cost; int taken; } item;
struct job { struct job *next; item items[2]; pthread_mutex_t lock; };
static void *zeroed(unsigned long size) { return calloc(1, size); }
static struct job *first, *last;
static void *worker(void *argument) {
  struct job *job = argument;
  pthread_mutex_lock(&job->lock);
  job->items[1].taken++;
  pthread_mutex_unlock(&job->lock);
  return 0;
}
int main(void) {
  pthread_t t;
  first = malloc(sizeof *first);
  last = malloc(sizeof(struct job));
  struct job *other = zeroed(sizeof(struct job));
  int *counts = calloc(3, sizeof(int));
  pthread_mutex_init(&first->lock, 0);
  first->next = last;
  last->next = other;
  other->items[0].cost = 1;
  first->items[1].taken = 0;
  counts[2] = 1;
  pthread_create(&t, 0, worker, first);
  first->items[1].taken = 2;
  pthread_join(t, 0);
  free(first);
  free(last);
  free(other);
  free(counts);
  return 0;
}
";

#[test]
fn allocations_have_types_and_members_have_paths() {
    let folder = Folder::new();
    let path = folder.write("list.c", LIST);
    let full = run(&["check", "-p", "data-race", "--trace", "full", &path]);
    assert_eq!(full.code, Some(10), "{}", full.out);
    for name in [
        "job@list.c:16.next",
        "&job@list.c:17",
        "job@list.c:16.items[1].taken",
        "job@list.c:16.lock",
        "int@list.c:19[2]",
    ] {
        let is_there = full.out.split_whitespace().collect::<String>().contains(name);
        assert!(is_there, "{name} is not in {}", full.out);
    }
    // The type of what a wrapper allocates is that of its accesses.
    assert!(full.out.split_whitespace().collect::<String>().contains("job@list.c:5.items[0].cost"), "{}", full.out);
    assert!(!full.out.contains("heap0") && !full.out.contains("[bytes"), "{}", full.out);
    let short = run(&["check", "-p", "data-race", &path]);
    assert!(short.out.contains("creates T1 worker(&job@list.c:16)"), "{}", short.out);
    assert!(
        short.out.contains("(job@list.c:16.items[1].taken)") || short.out.contains("job@list.c:16.items[1].taken"),
        "{}",
        short.out
    );
    let json = run(&["check", "-p", "data-race", "--format", "json", &path]);
    assert!(json.out.contains("\"text\":\"job@list.c:16.items[1].taken\""), "{}", json.out);
    let trace = folder.path("trace.json").display().to_string();
    run(&["check", "-p", "data-race", "--save-trace", &trace, &path]);
    assert_eq!(run(&["replay", &path, &trace]).code, Some(10));
}

#[test]
fn the_second_allocation_of_a_place_has_a_number() {
    let folder = Folder::new();
    let text = "#include <stdlib.h>\n#include <assert.h>\nstruct pair { int a, b; };\n\
        int main(void) { struct pair *p[2];\n\
        for (int i = 0; i < 2; i++) { p[i] = malloc(sizeof(struct pair)); p[i]->b = i; }\n\
        assert(p[1]->b == 2); return 0; }\n";
    let found = run(&["check", "-p", "assertions", &folder.write("two.c", text)]);
    assert!(found.out.contains("pair@two.c:5 #2.b = 1"), "{}", found.out);
}
