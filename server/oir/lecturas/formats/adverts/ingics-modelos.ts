/**
 * One letter per 16 bit field, from byte 7 on: T temperature, E external temperature, H humidity in percent, h in tenths,
 * L lux, C counter, R range in mm, V mV, I µA, K CO2, P and Q particles, O and N gases in tenths, A three axes (three
 * fields), a dash nothing to read.
 */
export type ModeloIngics = { nombre: string; campos: string; eventos: readonly Evento[] }

/** Bits of the event byte. din2 shares its bit with fall; detect and flip share theirs with ir; the RS models have din at another one. */
export const BITS = {
  boton: 0,
  moving: 1,
  iman: 2,
  fall: 3,
  pir: 4,
  ir: 5,
  din: 6,
  din2: 3,
  dinRs: 2,
  detect: 5,
  flip: 5,
}
export type Evento = keyof typeof BITS

const modelo = (nombre: string, campos: string, ...eventos: Evento[]): ModeloIngics => ({
  nombre,
  campos,
  eventos,
})

/** Code BC80 under company 0x0059. */
export const IBS01: Record<number, ModeloIngics> = {
  3: modelo('iBS01', '--', 'boton'),
  4: modelo('iBS01H', '--', 'boton', 'iman'),
  5: modelo('iBS01T', 'TH', 'boton'),
  6: modelo('iBS01G', '--', 'boton', 'moving', 'fall'),
  7: modelo('iBS01T', 'T-', 'boton'),
}

/** Code BC83 under companies 0x000D and 0x082C. */
export const IBS: Record<number, ModeloIngics> = {
  1: modelo('iBS02PIR2', '--', 'pir'),
  2: modelo('iBS02IR2', '-C', 'ir'),
  4: modelo('iBS02M2', '-C', 'din'),
  16: modelo('iBS03', '--', 'boton', 'iman'),
  18: modelo('iBS03P', 'TE'),
  19: modelo('iBS03R', '-R'),
  20: modelo('iBS03T', 'TH', 'boton'),
  21: modelo('iBS03T', 'T-', 'boton'),
  22: modelo('iBS03G', '--', 'boton', 'moving', 'fall'),
  23: modelo('iBS03TP', 'TE'),
  24: modelo('iBS04i', '--', 'boton'),
  25: modelo('iBS04', '--', 'boton'),
  26: modelo('iBS03RS', '-R'),
  27: modelo('iBS03F', '-C', 'din'),
  28: modelo('iBS03Q', '-C', 'din'),
  29: modelo('iBS03QY', '-C', 'din', 'din2'),
  32: modelo('iRS02', 'T-', 'iman'),
  33: modelo('iRS02TP', 'TE', 'iman'),
  34: modelo('iRS02RG', 'A', 'iman'),
  35: modelo('iBS03AD-NTC', '-E'),
  36: modelo('iBS03AD-V', '-V'),
  37: modelo('iBS03AD-D', '-C', 'din'),
  38: modelo('iBS03AD-A', '-I'),
  48: modelo('iBS05', '--', 'boton'),
  49: modelo('iBS05H', '-C', 'boton', 'iman'),
  50: modelo('iBS05T', 'T-', 'boton'),
  51: modelo('iBS05G', '--', 'boton', 'moving'),
  52: modelo('iBS05CO2', '-K', 'boton'),
  53: modelo('iBS05i', '--', 'boton'),
  54: modelo('iBS06i', '--', 'boton'),
  58: modelo('iBS05G-Flip', '--', 'boton', 'flip'),
  64: modelo('iBS06', '--'),
}

/** Code BC82. */
export const IBS_RS: Record<number, ModeloIngics> = {
  1: modelo('iBS02PIR2-RS', '--', 'dinRs'),
  2: modelo('iBS02IR2-RS', '--', 'dinRs'),
  4: modelo('iBS02M2-RS', '--', 'dinRs'),
}

/** Codes BC87 (model in byte 19) and BC88 (model in byte 21) under company 0x082C. */
export const IBS_LARGO: Record<number, ModeloIngics> = {
  66: modelo('iBS09R', '-R', 'boton', 'detect'),
  68: modelo('iBS09PIR', '--', 'pir'),
  69: modelo('iBS08T', 'ThL', 'boton'),
  70: modelo('iBS08IAQ', 'ThKPQON', 'boton'),
  71: modelo('iBS09IR', '-C', 'boton', 'ir'),
  73: modelo('iBS08TP', 'TE', 'boton'),
  74: modelo('iBS08AD-NTC', '-E', 'boton'),
  75: modelo('iBS08P', 'TE', 'boton'),
  77: modelo('iBS08F', '-C', 'boton', 'fall'),
  78: modelo('iBS08Q', '-C', 'boton', 'din'),
  80: modelo('iBS07', 'THLA', 'boton'),
  81: modelo('iBS08AD-V', '-V', 'boton'),
  82: modelo('iBS08AD-D', '-C', 'boton', 'din'),
  83: modelo('iBS08AD-A', '-I', 'boton'),
  84: modelo('iBS09', '--', 'boton'),
}
