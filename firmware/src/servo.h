/* The servo's motion, one step per 20 ms frame. Pure: it says which pulse to send next.
 * Never begins by itself: only servo_face and servo_shake move. */
#ifndef SERVO_H
#define SERVO_H

#include <stdbool.h>
#include <stdint.h>

void servo_start(uint16_t place);        /* the pulse width [µs] it was left at; 0 = unknown */

/* 0 = begun, otherwise the Reason of the refusal. `from` [µs]: where the turn begins if the servo's place is unknown,
 * because its first pulse draws it there at full speed; 0 = nobody knows. */
uint8_t servo_face(uint16_t pulse, uint8_t approach, uint16_t from);
uint8_t servo_shake(uint16_t amplitude, uint8_t cycles);
void servo_stop(void);
void servo_forget(void);                 /* at rest: a hand has turned it, and nobody knows where it stands */
void servo_unattended(void);             /* nobody is there: a shake ends, and so do pulses at rest; a turn goes on */

/* One frame further; `there`: nothing says that it stands elsewhere than told. True once, when a motion has ended. */
bool servo_step(bool there);

uint8_t servo_motion(void);              /* Motion, now */
uint8_t servo_outcome(void);             /* Outcome of the last motion */
uint16_t servo_pulse(void);              /* [µs] as commanded now; 0 = unknown */
uint16_t servo_target(void);             /* [µs] in the end */
uint16_t servo_width(void);              /* pulse to send [0.5 µs]; 0 = none */

#endif
