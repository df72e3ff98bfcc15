#include "faults.h"

#include <sqlite3.h>
#include <stdatomic.h>
#include <string.h>

static _Atomic int armed = ZIM_FAULT_NONE;
static _Atomic long long target, seen, failed;
static _Atomic int persistent, full;

void zim_faults_arm(int kind, long long nth, int persists, int is_full) {
    armed = ZIM_FAULT_NONE;
    target = nth;
    persistent = persists;
    full = is_full;
    seen = 0;
    failed = 0;
    armed = kind;
}

void zim_faults_disarm(void) { armed = ZIM_FAULT_NONE; }
long long zim_faults_seen(void) { return seen; }
long long zim_faults_failed(void) { return failed; }

/* Whether this call of a kind is to fail. */
static int fails(int kind) {
    if (armed != kind) return 0;
    long long number = ++seen;
    if (number != target && !(persistent && number > target)) return 0;
    failed++;
    return 1;
}

/* Files */

typedef struct {
    sqlite3_file base;
    sqlite3_file *real;
} File;

static sqlite3_file *real_of(sqlite3_file *file) { return ((File *)file)->real; }

static int file_close(sqlite3_file *file) {
    sqlite3_file *real = real_of(file);
    return real->pMethods ? real->pMethods->xClose(real) : SQLITE_OK;
}

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    if (fails(ZIM_FAULT_READ)) return SQLITE_IOERR_READ;
    return real_of(file)->pMethods->xRead(real_of(file), bytes, count, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    if (fails(ZIM_FAULT_WRITE)) {
        if (count > 1) real_of(file)->pMethods->xWrite(real_of(file), bytes, count / 2, offset);
        return full ? SQLITE_FULL : SQLITE_IOERR_WRITE;
    }
    return real_of(file)->pMethods->xWrite(real_of(file), bytes, count, offset);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
    if (fails(ZIM_FAULT_TRUNCATE)) return SQLITE_IOERR_TRUNCATE;
    return real_of(file)->pMethods->xTruncate(real_of(file), size);
}

static int file_sync(sqlite3_file *file, int flags) {
    if (fails(ZIM_FAULT_SYNC)) return SQLITE_IOERR_FSYNC;
    return real_of(file)->pMethods->xSync(real_of(file), flags);
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    if (fails(ZIM_FAULT_SIZE)) return SQLITE_IOERR_FSTAT;
    return real_of(file)->pMethods->xFileSize(real_of(file), size);
}

static int file_lock(sqlite3_file *file, int level) {
    if (fails(ZIM_FAULT_LOCK)) return SQLITE_IOERR_LOCK;
    return real_of(file)->pMethods->xLock(real_of(file), level);
}

static int file_unlock(sqlite3_file *file, int level) {
    return real_of(file)->pMethods->xUnlock(real_of(file), level);
}

static int file_check_reserved(sqlite3_file *file, int *result) {
    return real_of(file)->pMethods->xCheckReservedLock(real_of(file), result);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
    return real_of(file)->pMethods->xFileControl(real_of(file), operation, argument);
}

static int file_sector(sqlite3_file *file) { return real_of(file)->pMethods->xSectorSize(real_of(file)); }

static int file_device(sqlite3_file *file) { return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file)); }

static int file_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **memory) {
    if (fails(ZIM_FAULT_SHARED_MEMORY)) return SQLITE_IOERR_SHMMAP;
    return real_of(file)->pMethods->xShmMap(real_of(file), page, size, extend, memory);
}

static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
    return real_of(file)->pMethods->xShmLock(real_of(file), offset, count, flags);
}

static void file_shm_barrier(sqlite3_file *file) { real_of(file)->pMethods->xShmBarrier(real_of(file)); }

static int file_shm_unmap(sqlite3_file *file, int removes) {
    return real_of(file)->pMethods->xShmUnmap(real_of(file), removes);
}

/* Version 2, without memory-mapped reading: every read is a call that may fail. */
static const sqlite3_io_methods methods = {
    2, file_close, file_read, file_write, file_truncate, file_sync, file_size, file_lock, file_unlock,
    file_check_reserved, file_control, file_sector, file_device, file_shm_map, file_shm_lock, file_shm_barrier,
    file_shm_unmap, 0, 0
};

/* The file system: what is not named here goes to the system's own as it is. */

static sqlite3_vfs *real_vfs;
static sqlite3_vfs vfs;

static int vfs_open(sqlite3_vfs *own, const char *name, sqlite3_file *file, int flags, int *given) {
    (void)own;
    File *ours = (File *)file;
    ours->base.pMethods = 0;
    ours->real = (sqlite3_file *)(ours + 1);
    if (fails(ZIM_FAULT_OPEN)) return SQLITE_CANTOPEN;
    memset(ours->real, 0, (size_t)real_vfs->szOsFile);
    int code = real_vfs->xOpen(real_vfs, name, ours->real, flags, given);
    if (ours->real->pMethods) ours->base.pMethods = &methods;
    return code;
}

static int vfs_delete(sqlite3_vfs *own, const char *name, int syncs) {
    (void)own;
    if (fails(ZIM_FAULT_DELETE)) return SQLITE_IOERR_DELETE;
    return real_vfs->xDelete(real_vfs, name, syncs);
}

static int vfs_access(sqlite3_vfs *own, const char *name, int flags, int *result) {
    (void)own;
    if (fails(ZIM_FAULT_ACCESS)) return SQLITE_IOERR_ACCESS;
    return real_vfs->xAccess(real_vfs, name, flags, result);
}

/* Memory */

static sqlite3_mem_methods real_memory;

static void *memory_allocate(int size) { return fails(ZIM_FAULT_ALLOCATION) ? 0 : real_memory.xMalloc(size); }

static void *memory_reallocate(void *block, int size) {
    return fails(ZIM_FAULT_ALLOCATION) ? 0 : real_memory.xRealloc(block, size);
}

int zim_faults_install(void) {
    int code = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real_memory);
    if (code != SQLITE_OK) return code;
    sqlite3_mem_methods memory = real_memory;
    memory.xMalloc = memory_allocate;
    memory.xRealloc = memory_reallocate;
    code = sqlite3_config(SQLITE_CONFIG_MALLOC, &memory);
    if (code != SQLITE_OK) return code;
    real_vfs = sqlite3_vfs_find(0);
    if (!real_vfs) return SQLITE_ERROR;
    vfs = *real_vfs;
    vfs.pNext = 0;
    vfs.zName = "zim-faults";
    vfs.szOsFile = (int)sizeof(File) + real_vfs->szOsFile;
    vfs.xOpen = vfs_open;
    vfs.xDelete = vfs_delete;
    vfs.xAccess = vfs_access;
    return sqlite3_vfs_register(&vfs, 1);
}
