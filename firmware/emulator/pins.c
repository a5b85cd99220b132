/* The board's pins, as the world outside drives them. */
#include <simavr/avr_ioport.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/pins.h"
#include "board.h"
#include "inside.h"

static int8_t forced[3][8];          /* port B, C, D: -1 = not forced */
static uint8_t driven[3], driven_level[3];

void pins_start(void) { memset(forced, -1, sizeof forced); }

static void apply(int port)
{
    uint8_t mask = driven[port], level = driven_level[port];
    for (int bit = 0; bit < 8; bit++) {
        if (forced[port][bit] < 0) continue;
        mask |= (uint8_t)(1 << bit);
        level = (uint8_t)((level & ~(1 << bit)) | forced[port][bit] << bit);
    }
    level &= mask;
    /* Without this any write to PORTx would snap a pulled-up input HIGH. */
    avr_ioport_external_t external = {.name = 'B' + port, .mask = mask, .value = level};
    avr_ioctl(chip, AVR_IOCTL_IOPORT_SET_EXTERNAL('B' + port), &external);
    for (int bit = 0; bit < 8; bit++) {
        if (mask >> bit & 1) avr_raise_irq(avr_io_getirq(chip, AVR_IOCTL_IOPORT_GETIRQ('B' + port), bit), level >> bit & 1);
    }
}

/* After a reset the PIN registers are zero, and simavr tells only changes. */
void pins_restore(void)
{
    for (int port = 0; port < 3; port++) {
        apply(port);
        for (int bit = 0; bit < 8; bit++) {
            avr_irq_t *irq = avr_io_getirq(chip, AVR_IOCTL_IOPORT_GETIRQ('B' + port), bit);
            uint8_t *pin = &chip->data[PIN_B + 3 * port];
            bool outside = (driven[port] >> bit & 1) || forced[port][bit] >= 0;
            if (!outside) irq->value = 0;
            *pin = (uint8_t)((*pin & ~(1 << bit)) | (irq->value & 1) << bit);
        }
    }
}

void pins_drive(int port, int bit, bool high)
{
    driven[port] |= (uint8_t)(1 << bit);
    driven_level[port] = (uint8_t)((driven_level[port] & ~(1 << bit)) | high << bit);
    apply(port);
}

static bool find(const char *name, int *port, int *bit)
{
    char kind, digits[3], more;
    if (sscanf(name, "%c%2[0-9]%c", &kind, digits, &more) != 2) return false;
    int number = atoi(digits);
    if (kind == 'D' && number < 8) { *port = 2; *bit = number; }
    else if (kind == 'D' && number < 14) { *port = 0; *bit = number - 8; }
    else if (kind == 'A' && number < 6) { *port = 1; *bit = number; }
    else return false;
    return true;
}

bool board_pin_force(const char *name, int level)
{
    int port, bit;
    if (!find(name, &port, &bit)) return false;
    forced[port][bit] = (int8_t)level;
    if (level < 0 && !(driven[port] >> bit & 1)) { /* let go: the pull-up has it */
        avr_raise_irq(avr_io_getirq(chip, AVR_IOCTL_IOPORT_GETIRQ('B' + port), bit), 1);
    }
    apply(port);
    return true;
}

int board_pin_read(const char *name)
{
    int port, bit;
    if (!find(name, &port, &bit)) return -1;
    if (port == 0 && forced[port][bit] < 0) {
        if (bit == PIN_SERVO_BIT) return tower_servo_pin();
        if (bit == PIN_EMITTERS_BIT) return board_emitters(); /* pulled up while it floats */
    }
    uint8_t pin = chip->data[PIN_B + 3 * port], ddr = chip->data[PIN_B + 3 * port + 1], out = chip->data[PIN_B + 3 * port + 2];
    return ((pin & ~ddr) | (out & ddr)) >> bit & 1;
}
