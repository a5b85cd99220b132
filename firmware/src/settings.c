#include "settings.h"

#include <stddef.h>

#include "beams.h"
#include "crc16.h"
#include "hal.h"
#include "ring.h"

#define FORMAT 1
#define SLOT_A 32U
#define SLOT_B 160U

/* What a slot holds. The CRC comes last, so a torn write is a wrong CRC. */
struct slot {
    uint8_t format;
    uint8_t sequence;
    struct wire_settings settings;
    uint16_t crc;
} __attribute__((packed));
_Static_assert(sizeof(struct slot) <= SLOT_B - SLOT_A, "slots overlap");

static const struct wire_settings defaults = WIRE_SETTINGS_DEFAULTS;
struct wire_settings settings;

static uint8_t source;        /* slot that was read or written last, sound */
static bool unkept;           /* what is in force is in no slot */
static uint8_t sequence;
static uint16_t target;       /* slot being written, 0 = none */
static uint8_t written;       /* bytes of it */
static uint16_t target_crc;

static uint16_t slot_crc(uint16_t slot)
{
    uint16_t crc = CRC16_START;
    for (uint8_t i = 0; i < sizeof(struct slot); i++) crc = crc16_add(crc, hal_eeprom_read(slot + i));
    return crc;
}

static uint8_t slot_byte(uint8_t index)
{
    if (index == offsetof(struct slot, format)) return FORMAT;
    if (index == offsetof(struct slot, sequence)) return sequence;
    if (index < offsetof(struct slot, crc)) {
        return ((const uint8_t *)&settings)[index - offsetof(struct slot, settings)];
    }
    /* High byte first: the CRC over the whole slot is then zero. */
    return index == offsetof(struct slot, crc) ? target_crc >> 8 : (uint8_t)target_crc;
}

/* Reads a slot; false when it is not a valid one of this format. */
static bool slot_read(uint16_t slot, struct wire_settings *into)
{
    if (hal_eeprom_read(slot) != FORMAT || slot_crc(slot) != 0) return false;
    for (uint8_t i = 0; i < sizeof *into; i++) {
        ((uint8_t *)into)[i] = hal_eeprom_read(slot + offsetof(struct slot, settings) + i);
    }
    return settings_valid(into);
}

void settings_load(void)
{
    bool a = slot_read(SLOT_A, &settings);
    bool b = slot_read(SLOT_B, &settings);
    uint8_t sequence_a = hal_eeprom_read(SLOT_A + offsetof(struct slot, sequence));
    uint8_t sequence_b = hal_eeprom_read(SLOT_B + offsetof(struct slot, sequence));
    if (a && (!b || (int8_t)(sequence_a - sequence_b) > 0)) {
        slot_read(SLOT_A, &settings);
        source = CONFIG_SOURCE_SLOT_A;
        sequence = sequence_a;
    } else if (b) {
        source = CONFIG_SOURCE_SLOT_B;
        sequence = sequence_b;
    } else {
        settings = defaults;
        source = CONFIG_SOURCE_DEFAULTS;
        sequence = 0;
    }
    target = 0;
    unkept = false;
}

uint8_t settings_source(void) { return target || unkept ? CONFIG_SOURCE_HOST : source; }
uint8_t settings_sequence(void) { return sequence; }
bool settings_storing(void) { return target != 0; }

static bool within(uint16_t value, uint16_t low, uint16_t high) { return value >= low && value <= high; }

bool settings_valid(const struct wire_settings *wanted)
{
    uint8_t codes_seen = 0;
    if (!within(wanted->low, 400, 2600) || !within(wanted->high, wanted->low, 2600)) return false;
    for (uint8_t era = 0; era < WIRE_OUTLETS; era++) {
        uint8_t code = wanted->ring_codes[era];
        if (!within(wanted->eras[era], wanted->low, wanted->high)) return false;
        if (!within(code, 1, RING_MARKS) || (codes_seen >> code & 1)) return false;
        codes_seen |= (uint8_t)(1 << code);
    }
    return within(wanted->speed, 50, 20000) && within(wanted->overshoot, 0, 500)
        && within(wanted->approach, APPROACH_FROM_BELOW, APPROACH_FROM_ABOVE)
        && within(wanted->settle, 0, 5000) && within(wanted->shake_amplitude, 1, 500)
        && within(wanted->shake_cycles, 1, 20) && (wanted->polarity & (wire_beams)~BEAMS_ALL) == 0
        && within(wanted->min_break, 0, 50000) && wanted->min_gap <= 2000
        && within(wanted->blocked, 50, 60000) && wanted->fitted <= (FITTED_RING | FITTED_LIGHTS)
        && wanted->ring_polarity <= RING_MARKS && wanted->duration_count <= WIRE_DURATIONS;
}

void settings_take(const struct wire_settings *wanted)
{
    settings = *wanted;
    target = source == CONFIG_SOURCE_SLOT_A ? SLOT_B : SLOT_A;
    sequence++;
    written = 0;
    target_crc = CRC16_START;
    for (uint8_t i = 0; i < offsetof(struct slot, crc); i++) target_crc = crc16_add(target_crc, slot_byte(i));
}

bool settings_poll(bool *kept)
{
    if (!target || hal_eeprom_busy()) return false;
    while (written < sizeof(struct slot)) {
        uint8_t index = written++;
        if (hal_eeprom_read(target + index) == slot_byte(index)) continue; /* spares the cell */
        hal_eeprom_write(target + index, slot_byte(index));
        return false;
    }
    *kept = slot_crc(target) == 0;
    if (*kept) source = target == SLOT_A ? CONFIG_SOURCE_SLOT_A : CONFIG_SOURCE_SLOT_B;
    else sequence--;
    unkept = !*kept;
    target = 0;
    return true;
}
