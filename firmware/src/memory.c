#include "memory.h"

#include <stddef.h>
#include <string.h>

#include "crc16.h"

#ifdef __AVR__
#define SURVIVES __attribute__((section(".noinit")))
#else
#define SURVIVES
#endif

#define MASK (WIRE_LOG_SIZE - 1)
_Static_assert((WIRE_LOG_SIZE & MASK) == 0, "the log's size must be a power of two");

/* Two copies, written in turn: a reset in the middle of one leaves the other. The word besides the CRC is there because
 * RAM that powers up is noise, and once in 33,000 times noise has a right CRC. */
#define OURS 0x70C7
struct copy {
    struct memory memory;
    uint8_t sequence;
    uint16_t ours;
    uint16_t crc;
};
static struct copy copies[2] SURVIVES;

struct kept_entry {
    struct wire_log_entry entry;
    uint8_t check;                    /* over the entry and its number */
};
static struct kept_entry log_entries[WIRE_LOG_SIZE] SURVIVES;

struct memory memory;
static uint8_t sequence;
static bool dirty;

static uint16_t copy_crc(const struct copy *copy) { return crc16(copy, offsetof(struct copy, crc)); }

static bool is_valid(const struct copy *copy) { return copy->ours == OURS && copy_crc(copy) == copy->crc; }

static uint8_t entry_check(const struct kept_entry *kept, uint16_t number)
{
    uint16_t crc = crc16(&kept->entry, sizeof kept->entry);
    crc = crc16_add(crc, (uint8_t)number);
    return (uint8_t)crc16_add(crc, (uint8_t)(number >> 8));
}

bool memory_start(uint16_t boot)
{
    bool valid[2] = {is_valid(&copies[0]), is_valid(&copies[1])};
    dirty = false;
    if (!valid[0] && !valid[1]) {
        memset(&memory, 0, sizeof memory);
        memset(copies, 0, sizeof copies);
        memory.since = boot;
        sequence = 0;
        memory_changed();
        memory_commit();
        return false;
    }
    uint8_t newest = !valid[0] || (valid[1] && (int8_t)(copies[1].sequence - copies[0].sequence) > 0);
    memory = copies[newest].memory;
    sequence = copies[newest].sequence;
    uint8_t sound = 0;
    while (sound < memory.stored) {
        uint16_t number = (uint16_t)(memory.next - 1 - sound);
        const struct kept_entry *kept = &log_entries[number & MASK];
        if (entry_check(kept, number) != kept->check) break; /* overwritten just before the reset */
        sound++;
    }
    memory.stored = sound;
    return true;
}

void memory_changed(void) { dirty = true; }

void memory_commit(void)
{
    if (!dirty) return;
    dirty = false;
    sequence++;
    struct copy *copy = &copies[sequence & 1];
    copy->memory = memory;
    copy->sequence = sequence;
    copy->ours = OURS;
    copy->crc = copy_crc(copy);
}

bool break_counts(wire_mark mark) { return (mark & (BREAK_MARK_TEST | BREAK_MARK_PARTIAL)) == 0; }

uint16_t memory_log(const struct wire_log_entry *entry)
{
    uint16_t number = memory.next++;
    struct kept_entry *kept = &log_entries[number & MASK];
    kept->entry = *entry;
    kept->check = entry_check(kept, number);
    if (memory.stored < WIRE_LOG_SIZE) memory.stored++;
    if (break_counts(entry->mark)) memory.counts[entry->mark & WIRE_BEAM_BITS]++;
    memory_changed();
    return number;
}

uint16_t memory_oldest(void) { return (uint16_t)(memory.next - memory.stored); }

bool memory_remembers(uint16_t number) { return (uint16_t)(number - memory_oldest()) < memory.stored; }

const struct wire_log_entry *memory_entry(uint16_t number) { return &log_entries[number & MASK].entry; }
