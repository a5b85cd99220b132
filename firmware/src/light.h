/* The strip of lights: what it shows, how bright it may be, and when it may change. */
#ifndef LIGHT_H
#define LIGHT_H

#include <stdbool.h>

#include "wire.h"

bool light_fitted(void);
void light_start(void);                          /* dark: a strip keeps what it showed through a reset */
void light_show(const struct wire_light *picture);
void light_dark(void);
void light_full(bool on);                        /* all there is, for the self-test; then as before */
bool light_is_full(void);                        /* it shows that, or there is no strip */
void light_tick(bool steady);                    /* every millisecond; steady: no change now */
bool light_send(void);                           /* a piece of a change that has begun; false: nothing is left */

#endif
