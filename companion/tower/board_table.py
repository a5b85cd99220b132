"""What the tower is made of: pins, servo, beams, geometry.

Generated from hardware/tower.toml by `make hardware`: do not edit.
Imports the standard library only.
"""

from typing import Final

# The board: Arduino names of its pins.
ERAS: Final[int] = 7
BOARD_NAME: Final[str] = "Arduino Nano"
BEAM_PINS: Final[tuple[str, ...]] = ("D2", "D3", "D4", "D5", "D6", "D7", "D8")
SERVO_PIN: Final[str] = "D9"
EMITTER_PIN: Final[str] = "D11"
POSITION_PINS: Final[tuple[str, ...]] = ("A0", "A1", "A2")
LED_PIN: Final[str] = "D13"

# The variant on a Raspberry Pi's own pins: BCM numbers.
PI_BEAM_GPIO: Final[tuple[int, ...]] = (5, 6, 16, 17, 20, 21, 26)
PI_SERVO_GPIO: Final[int] = 18
PI_EMITTER_GPIO: Final[int] = 22
PI_POSITION_GPIO: Final[tuple[int, ...]] = (23, 24, 25)
PI_LED_GPIO: Final[int] = 27
PI_HARDWARE_PWM_GPIO: Final[tuple[int, ...]] = (12, 13, 18, 19)

# The servo: degrees, microseconds, seconds per 60°.
SERVO_TRAVEL: Final[float] = 270.0
SERVO_PULSE_MIN: Final[float] = 500.0
SERVO_PULSE_MAX: Final[float] = 2500.0
SERVO_FRAME_US: Final[int] = 20000
SERVO_DEAD_BAND: Final[float] = 3.0
SERVO_REPEATABILITY: Final[float] = 0.6
SERVO_SPEED: Final[float] = 0.16
SERVO_TEETH: Final[int] = 48
TOWER_TEETH: Final[int] = 36
GEAR_BACKLASH: Final[float] = 0.15
GEAR_MODULE: Final[float] = 1.0
APPROACH: Final[str] = "rising"
OVERSHOOT: Final[float] = 30.0
FACING_TOLERANCE: Final[float] = 4.0
ERA_PULSES: Final[tuple[float, ...]] = (642.9, 928.6, 1214.3, 1500.0, 1785.7, 2071.4, 2357.1)

# The beams.
BROKEN_LEVEL: Final[tuple[str, ...]] = ("low", "low", "low", "low", "low", "low", "low")
BEAM_POLARITY: Final[int] = 0
BEAM_RESPONSE_MS: Final[float] = 2.0
MIN_BREAK_US: Final[int] = 1000
MIN_GAP_US: Final[int] = 300
BLOCKED_MS: Final[int] = 500
PULSE_MEDIAN_MS: Final[float] = 16.0
TWO_CUBES_RATIO: Final[float] = 1.55
QUIET_MS: Final[int] = 1000

# The position ring.
POSITION_FITTED: Final[bool] = True
POSITION_CODES: Final[tuple[int, ...]] = (1, 3, 2, 6, 7, 5, 4)
POSITION_MARK_LEVEL: Final[str] = "low"

# Geometry, in millimetres and degrees.
CUBE: Final[float] = 8.0
ROOF: Final[float] = 14.0
BEAM_HEIGHT: Final[float] = 7.0
BORE: Final[float] = 1.5
OUTLET_HALF_ANGLE: Final[float] = 10.02
FOOT_DIAMETER: Final[float] = 90.0
RING_RADIUS: Final[float] = 62.0
