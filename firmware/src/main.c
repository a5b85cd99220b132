/* The tower's board: start-up order and the main loop. */
#include "commands.h"
#include "hal.h"
#include "identity.h"
#include "memory.h"
#include "settings.h"
#include "watch.h"
#include "wire.h"

int main(void)
{
    hal_start();                       /* the beams' edges are kept from here on; the servo gets no pulse */
    settings_load();
    identity_boot();
    bool remembered = memory_start(identity_boot_id());
    if (hal_reset_cause() & RESET_CAUSE_WATCHDOG) {
        memory.watchdogs++;
        memory_changed();
    }
    watch_start();
    commands_start((remembered ? KEPT_COUNTS : 0) | (memory.place ? KEPT_PLACE : 0) | (memory.drop ? KEPT_DROP : 0));
    hal_line_open();
    hal_transmit(0);                   /* ends what a reset may have cut off in the middle of a frame */
    commands_say_hello(0);
    for (;;) {
        hal_watchdog_feed();
        watch_turn();
        hal_sleep();
    }
}
