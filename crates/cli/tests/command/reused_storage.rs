//! Objects of loops that other threads still access when the next round has begun.

use crate::common::{Folder, run};

fn program(declaration: &str, in_loop: &str) -> String {
    format!(
        "#include <pthread.h>\n\
         static void *worker(void *number) {{ return (void *)(long)*(int *)number; }}\n\
         int main(void) {{\n\
             pthread_t threads[2];\n\
             {declaration}\n\
             for (int i = 0; i < 2; i++) {{\n\
                 {in_loop}\n\
                 pthread_create(&threads[i], 0, worker, &number);\n\
             }}\n\
             pthread_join(threads[0], 0);\n\
             pthread_join(threads[1], 0);\n\
             return 0;\n\
         }}\n"
    )
}

#[test]
fn no_race_on_an_object_of_a_loop_is_left_open_where_it_is_used_too_late() {
    let folder = Folder::new();
    let late = folder.write("late.c", program("", "int number = i;"));
    let found = run(&["check", "-p", "memory", "-p", "data-race", &late]);
    assert_eq!(found.last_line(), "VERDICT: UNSAFE (memory)", "{}", found.out);
    assert!(found.out.contains("data-race  UNKNOWN  an object is accessed at"), "{}", found.out);
    // Declared outside of the loop, it is one object, and the race is found.
    let shared = folder.write("shared.c", program("int number;", "number = i;"));
    let found = run(&["check", "-p", "memory", "-p", "data-race", &shared]);
    assert_eq!(found.last_line(), "VERDICT: UNSAFE (data-race)", "{}", found.out);
}
