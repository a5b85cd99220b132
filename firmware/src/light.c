#include "light.h"

#include <string.h>

#include "hal.h"
#include "settings.h"

#define LIGHTS (WIRE_OUTLETS * WIRE_LIGHTS)
#define BRIGHTEST 31U
#define MOST_COLOUR (3U * 255U)
/* Start: 32 zeros. End: 32 zeros for the SK9822, and a clock for every two lights to push the last ones on. */
#define START_WORDS 1U
#define END_WORDS (1U + (LIGHTS / 2U + 31U) / 32U)
#define WORDS (START_WORDS + LIGHTS + END_WORDS)

static struct wire_light picture;
static bool changed, full, shows_full;
static uint8_t rest;                             /* ms before the strip may change again */
static uint8_t brightness;                       /* of the change that is being sent … */
static uint8_t left;                             /* … and its words that are still to go */

_Static_assert(WIRE_LIGHTS_REST_MS <= UINT8_MAX && WORDS <= UINT8_MAX, "counted in a byte");
_Static_assert(6U * WIRE_LIGHTS_REST_MS >= 1000U, "more than three flashes a second");

bool light_fitted(void) { return hal_lights() && (settings.fitted & FITTED_LIGHTS); }

void light_start(void)
{
    memset(&picture, 0, sizeof picture);
    full = shows_full = false;
    changed = true;
    rest = left = 0;
}

void light_show(const struct wire_light *wanted)
{
    while (light_send()) {}                      /* half of one picture and half of another is none */
    if (memcmp(&picture, wanted, sizeof picture) == 0) return;
    picture = *wanted;
    changed = true;
}

void light_dark(void)
{
    if (picture.brightness == 0) return;
    while (light_send()) {}
    picture.brightness = 0;
    changed = true;
}

void light_full(bool on) { full = on; }
bool light_is_full(void) { return !light_fitted() || (shows_full && left == 0); }

/* As bright as was asked for, or as the supply allows. */
static uint8_t allowed(void)
{
    uint16_t colour = 0;
    if (full) colour = WIRE_OUTLETS * MOST_COLOUR;
    else for (uint8_t i = 0; i < WIRE_OUTLETS; i++) colour += picture.red[i] + picture.green[i] + picture.blue[i];
    if (colour == 0) return 0;
    uint32_t most = (uint32_t)WIRE_LIGHTS_CURRENT * MOST_COLOUR * BRIGHTEST
                  / ((uint32_t)WIRE_LIGHT_CURRENT * WIRE_LIGHTS * colour);
    uint8_t wanted = full || picture.brightness > BRIGHTEST ? BRIGHTEST : picture.brightness;
    return most < wanted ? (uint8_t)most : wanted;
}

void light_tick(bool steady)
{
    if (rest > 0) rest--;
    if (rest > 0 || left > 0 || steady || !light_fitted() || (full == shows_full && (full || !changed))) return;
    shows_full = full;
    changed = full;                              /* the picture is owed as long as the test's light hides it */
    brightness = allowed();
    rest = WIRE_LIGHTS_REST_MS;
    left = WORDS;
}

bool light_send(void)
{
    if (left == 0) return false;
    uint8_t at = (uint8_t)(WORDS - left--);
    uint8_t outlet = (uint8_t)((at - START_WORDS) / WIRE_LIGHTS);
    bool light = at >= START_WORDS && at < START_WORDS + LIGHTS;
    hal_light_byte(light ? 0xE0U | brightness : 0);
    hal_light_byte(light ? shows_full ? 255 : picture.blue[outlet] : 0);
    hal_light_byte(light ? shows_full ? 255 : picture.green[outlet] : 0);
    hal_light_byte(light ? shows_full ? 255 : picture.red[outlet] : 0);
    return left > 0;
}
