/* What the emulator's own files share: the chip, its pins, and the tower around it. Others use board.h. */
#ifndef EMULATOR_INSIDE_H
#define EMULATOR_INSIDE_H

#include <simavr/sim_avr.h>
#include <stdbool.h>
#include <stdint.h>

extern avr_t *chip;

#define PIN_B 0x23                      /* PINx, DDRx, PORTx lie one after the other, three per port */
#define TCCR1A_ADDRESS 0x80
#define COM1A1_BIT 0x80

/* pins.c: ports B, C, D are 0, 1, 2 */
void pins_start(void);
void pins_drive(int port, int bit, bool high);
void pins_restore(void);                /* after a reset */

/* lights.c */
void lights_start(void);

/* tower.c */
void tower_start(avr_irq_t *compare_output);
void tower_reset(void);                 /* the chip was reset: its outputs are gone */
void tower_power_changed(void);
uint64_t tower_next(void);              /* cycle of the next thing to happen; UINT64_MAX = nothing */
void tower_happen(void);                /* all that is due */
void tower_move(void);                  /* the servo, up to now */
bool tower_servo_pin(void);             /* its level: the timer drives it, no port register tells */

#endif
