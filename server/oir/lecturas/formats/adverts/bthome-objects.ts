/**
 * How one BTHome object is read (little endian). `nombre` is its key as an extra; from the second object of a kind on, a number is
 * appended.
 */
export type ObjetoBthome = {
  nombre: string
  bytes: number
  factor: number
  signo: boolean
  binario: boolean
  /** What the unsigned value means, where it is no number times a factor. */
  read?: (crudo: number) => number
}

/** A dimmer: the first byte is the direction (1 left, 2 right), the second the steps; negative: to the left. */
const turnOf = (crudo: number) => ((crudo & 0xff) === 1 ? -(crudo >> 8) : crudo >> 8)

const numerico = (nombre: string, bytes: number, factor = 1, signo = false): ObjetoBthome => ({
  nombre,
  bytes,
  factor,
  signo,
  binario: false,
})

const BINARIOS: Record<number, string> = {
  15: 'generico',
  16: 'corriente_activa',
  17: 'apertura',
  21: 'bateria_baja',
  22: 'cargando',
  23: 'monoxido',
  24: 'frio',
  25: 'conectividad',
  26: 'puerta',
  27: 'garaje',
  28: 'gas_detectado',
  29: 'calor',
  30: 'luz',
  31: 'cerradura',
  32: 'humedad_detectada',
  33: 'motion',
  34: 'moving',
  35: 'ocupacion',
  36: 'enchufe',
  37: 'presencia',
  38: 'problema',
  39: 'en_marcha',
  40: 'seguridad',
  41: 'humo',
  42: 'sonido',
  43: 'manipulado',
  44: 'vibration',
  45: 'ventana',
}

/** Objects of variable length: the first byte is the length. 0x53 text, 0x54 raw. */
export const VARIABLES: Record<number, string> = { 83: 'texto', 84: 'crudo' }

/** Every object id of BTHome v2 with its length, needed to walk a frame. Source: bthome.io/format. */
export const OBJECTS: ReadonlyMap<number, ObjetoBthome> = new Map([
  [0x00, numerico('secuencia', 1)],
  [0x01, numerico('bateria', 1)],
  [0x02, numerico('temperatura', 2, 0.01, true)],
  [0x03, numerico('humedad', 2, 0.01)],
  [0x04, numerico('presion_hpa', 3, 0.01)],
  [0x05, numerico('lux', 3, 0.01)],
  [0x06, numerico('masa_kg', 2, 0.01)],
  [0x07, numerico('masa_lb', 2, 0.01)],
  [0x08, numerico('punto_rocio', 2, 0.01, true)],
  [0x09, numerico('cuenta', 1)],
  [0x0a, numerico('energia_kwh', 3, 0.001)],
  [0x0b, numerico('potencia_w', 3, 0.01)],
  [0x0c, numerico('voltaje', 2, 0.001)],
  [0x0d, numerico('pm25', 2)],
  [0x0e, numerico('pm10', 2)],
  [0x12, numerico('co2', 2)],
  [0x13, numerico('tvoc', 2)],
  [0x14, numerico('humedad_suelo', 2, 0.01)],
  [0x2e, numerico('humedad', 1)],
  [0x2f, numerico('humedad_suelo', 1)],
  [0x3a, numerico('boton', 1)],
  [0x3c, { ...numerico('regulador', 2), read: turnOf }],
  [0x3d, numerico('cuenta', 2)],
  [0x3e, numerico('cuenta', 4)],
  [0x3f, numerico('rotacion', 2, 0.1, true)],
  [0x40, numerico('distancia_mm', 2)],
  [0x41, numerico('distancia_m', 2, 0.1)],
  [0x42, numerico('duracion_s', 3, 0.001)],
  [0x43, numerico('corriente_a', 2, 0.001)],
  [0x44, numerico('velocidad', 2, 0.01)],
  [0x45, numerico('temperatura', 2, 0.1, true)],
  [0x46, numerico('uv', 1, 0.1)],
  [0x47, numerico('volumen_l', 2, 0.1)],
  [0x48, numerico('volumen_ml', 2)],
  [0x49, numerico('caudal', 2, 0.001)],
  [0x4a, numerico('voltaje', 2, 0.1)],
  [0x4b, numerico('gas_m3', 3, 0.001)],
  [0x4c, numerico('gas_m3', 4, 0.001)],
  [0x4d, numerico('energia_kwh', 4, 0.001)],
  [0x4e, numerico('volumen_l', 4, 0.001)],
  [0x4f, numerico('agua_l', 4, 0.001)],
  [0x50, numerico('hora', 4)],
  [0x51, numerico('aceleracion_ms2', 2, 0.001)],
  [0x52, numerico('giro', 2, 0.001)],
  [0x55, numerico('deposito_l', 4, 0.001)],
  [0x56, numerico('conductividad', 2)],
  [0x57, numerico('temperatura', 1, 1, true)],
  [0x58, numerico('temperatura', 1, 0.35, true)],
  [0x59, numerico('cuenta', 1, 1, true)],
  [0x5a, numerico('cuenta', 2, 1, true)],
  [0x5b, numerico('cuenta', 4, 1, true)],
  [0x5c, numerico('potencia_w', 4, 0.01, true)],
  [0x5d, numerico('corriente_a', 2, 0.001, true)],
  [0x5e, numerico('direccion', 2, 0.01)],
  [0x5f, numerico('precipitacion_mm', 2, 0.1)],
  [0x60, numerico('canal', 1)],
  [0x61, numerico('rpm', 2)],
  [0x62, numerico('velocidad', 4, 1e-6, true)],
  [0x63, numerico('aceleracion_ms2', 4, 1e-6, true)],
  [0x64, numerico('nivel_luz', 1)],
  [0xf0, numerico('tipo_dispositivo', 2)],
  [0xf1, numerico('firmware', 4)],
  [0xf2, numerico('firmware', 3)],
  ...Object.entries(BINARIOS).map(([id, nombre]): [number, ObjetoBthome] => [
    Number(id),
    { ...numerico(nombre, 1), binario: true },
  ]),
])
