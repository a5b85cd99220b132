uint16_t crc16(const void *data, uint8_t length);
uint8_t cobs_decode(uint8_t *data, uint8_t length);
uint8_t shim_cobs_encode(const uint8_t *data, uint8_t length, uint8_t *into);

void beams_start(void);
void beams_edge(uint8_t broken, uint32_t time, uint8_t circumstance);
void beams_resume(uint8_t broken, uint32_t time);
void beams_doubt(void);
void beams_tick(uint32_t time);
uint8_t beams_broken(void);
uint8_t beams_blocked(void);

void servo_start(uint16_t place);
uint8_t servo_face(uint16_t pulse, uint8_t approach, uint16_t from);
uint8_t servo_shake(uint16_t amplitude, uint8_t cycles);
void servo_stop(void);
void servo_unattended(void);
void servo_forget(void);
bool servo_step(bool there);
uint8_t servo_motion(void);
uint8_t servo_outcome(void);
uint16_t servo_pulse(void);
uint16_t servo_target(void);
uint16_t servo_width(void);

void ring_start(uint8_t levels);
bool ring_sample(uint8_t levels);
uint8_t ring_code(void);

void place_start(void);
void place_hands_away(uint16_t claimed);
void place_hands_on(void);
void place_tick(void);
uint8_t place_begin(uint16_t *from);
bool place_agrees(uint16_t pulse);
void place_believe(bool sensor);

void settings_load(void);
uint8_t settings_source(void);
uint8_t settings_sequence(void);
bool settings_storing(void);
bool settings_poll(bool *kept);

bool memory_start(uint16_t boot);
void memory_changed(void);
void memory_commit(void);
uint16_t memory_oldest(void);
bool memory_remembers(uint16_t number);

void identity_boot(void);
uint16_t identity_boot_id(void);

struct shim_break { uint8_t mark; uint32_t start, duration; };
struct shim_blocked { uint8_t outlet; bool blocked; uint32_t time; };
extern struct shim_break shim_breaks[4096];
extern struct shim_blocked shim_blocks[256];
extern unsigned shim_break_count, shim_block_count, shim_noise[7];
extern uint8_t shim_eeprom[1024];
extern int shim_writes_left;
extern bool shim_emitters_on;

void shim_get_settings(uint8_t *into);
void shim_set_settings(const uint8_t *from);
bool shim_settings_valid(const uint8_t *wanted);
void shim_take_settings(const uint8_t *wanted);

uint16_t shim_log(uint8_t mark, uint32_t start, uint32_t duration);
uint32_t shim_entry_start(uint16_t number);
uint16_t shim_count(uint8_t outlet);
uint16_t shim_next(void);
uint16_t shim_since(void);
uint8_t shim_stored(void);
void shim_set_next(uint16_t next);
void shim_forget(void);
