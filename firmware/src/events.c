#include "events.h"

#include "commands.h"
#include "link.h"

uint16_t events_dropped;

void events_tell(uint8_t kind, const void *payload, uint8_t length)
{
    if (session_open() && !link_send(kind, 0, payload, length)) events_dropped++;
}
