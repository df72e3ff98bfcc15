#ifndef ZIM_FAULTS_H
#define ZIM_FAULTS_H

/* Lets SQLite's calls to the system fail: for tests, never part of the library.
 *
 * A VFS that stands before the system's own, and an allocator that stands before SQLite's. One kind of call is armed at a
 * time: the n-th of it fails, or the n-th and all that follow.
 *
 * Sources: https://www.sqlite.org/vfs.html, https://www.sqlite.org/c3ref/mem_methods.html */

enum {
    ZIM_FAULT_READ,
    ZIM_FAULT_WRITE,
    ZIM_FAULT_SYNC,
    ZIM_FAULT_TRUNCATE,
    ZIM_FAULT_OPEN,
    ZIM_FAULT_DELETE,
    ZIM_FAULT_ACCESS,
    ZIM_FAULT_SIZE,
    ZIM_FAULT_LOCK,
    ZIM_FAULT_SHARED_MEMORY,
    ZIM_FAULT_ALLOCATION,
    ZIM_FAULT_NONE
};

/* Puts both in their places; before any other call of SQLite. 0 where that worked, else SQLite's code. */
int zim_faults_install(void);

/* Counts the calls of a kind from here on and lets the n-th fail, counted from 1. A write that fails has written half.
 *
 * persists: whether all that follow fail, too. is_full: whether a write says that the disk is full. */
void zim_faults_arm(int kind, long long nth, int persists, int is_full);

/* Lets nothing fail any more. */
void zim_faults_disarm(void);

/* How many calls of the armed kind there were, and how many of them failed. */
long long zim_faults_seen(void);
long long zim_faults_failed(void);

#endif
