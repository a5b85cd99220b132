/* A strip of clocked lights on the board's pins: what it shows, and when that changed. */
#include <simavr/avr_ioport.h>
#include <stddef.h>

#include "../src/pins.h"
#include "board.h"
#include "inside.h"

#define HISTORY 1024U

static struct lights strip;
static uint32_t word;
static unsigned bits, zeros, at;
static bool clock_was, within;
static struct lights_change history[HISTORY];
static unsigned history_in, history_out;

static uint32_t glow(void)
{
    uint32_t sum = 0;
    for (unsigned i = 0; i < strip.many; i++) {
        const struct light *one = &strip.light[i];
        sum += (uint32_t)one->brightness * (one->red + one->green + one->blue);
    }
    return sum;
}

static void note(void)
{
    static uint32_t before;
    uint32_t now = glow();
    if (now == before) return;
    before = now;
    history[history_in++ % HISTORY] = (struct lights_change){board_cycle(), now};
    if (history_in - history_out > HISTORY) history_out = history_in - HISTORY;
}

/* Behind at least 32 zeros the first one begins the first light's word; a word that does not begin with three
 * ones ends the frame. */
static void take_bit(bool one)
{
    if (!within) {
        within = one && zeros >= 32;
        zeros = one ? 0 : zeros + 1;
        if (!within) return;
        word = bits = at = 0;
    }
    word = word << 1 | one;
    if (++bits < 32) return;
    bits = 0;
    if (word >> 29 == 7 && at < MOST_LIGHTS) {
        strip.light[at++] = (struct light){word >> 24 & 31, word & 255, word >> 8 & 255, word >> 16 & 255};
        if (at > strip.many) strip.many = at;
        return;
    }
    within = false;
    zeros = word ? 0 : 32;
    note();
}

static void port_changed(avr_irq_t *irq, uint32_t value, void *unused)
{
    (void)irq;
    (void)unused;
    bool clock = value >> PIN_LIGHTS_CLOCK_BIT & 1;
    if (clock && !clock_was) take_bit(value >> PIN_LIGHTS_DATA_BIT & 1);
    clock_was = clock;
}

void lights_start(void)
{
    avr_irq_t *port = avr_io_getirq(chip, AVR_IOCTL_IOPORT_GETIRQ('C'), IOPORT_IRQ_REG_PORT);
    avr_irq_register_notify(port, port_changed, NULL);
}

const struct lights *board_lights(void) { return &strip; }

unsigned board_lights_changes(struct lights_change *into, unsigned most)
{
    unsigned many = 0;
    while (many < most && history_out != history_in) into[many++] = history[history_out++ % HISTORY];
    return many;
}
