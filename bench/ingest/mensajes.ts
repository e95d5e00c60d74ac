import { createRandom } from '../medidas'
import { LECTORES, macDeLector, macDeTag, TAGS } from '../planta'

/** A message of a gateway and its contents, as parallel lists: tag, time (Unix ms), and whether it is an impact. */
export type Enviado = { lector: number; texto: string; tags: number[]; tiempos: number[]; impactos: number[] }

const POR_LECTOR = Math.ceil(TAGS / LECTORES)
const MIN_ROWS = 20
const MAX_ROWS = 50
/** Mean number of readings in a message. */
export const FILAS_MEDIAS = (MIN_ROWS + MAX_ROWS) / 2
/** The readings of a message were heard within this time before it is sent, in ms. */
const RECOGIDA_MS = 1000

const i16 = (g: number) => (Math.round(g * 256) & 0xffff).toString(16).toUpperCase().padStart(4, '0')

/** The fields of a row after its time, up to the signal strength: of an accelerometer, a thermometer or a plain beacon. */
function rowOf(tag: number, g: [number, number, number]): [before: string, despues: string] {
  const mac = macDeTag(tag)
  if (tag % 10 < 5) {
    const inversa = mac.match(/../g)?.reverse().join('')
    const data = `0201060303E1FF1216E1FFA10364${g.map(i16).join('')}${inversa}`
    return [`","type":"Unknown","mac":"${mac}","bleName":"","rssi":`, `,"rawData":"${data}"}`]
  }
  if (tag % 10 < 8)
    return [
      `","type":"S1","mac":"${mac}","bleName":"S1","rssi":`,
      `,"battery":${60 + (tag % 40)},"temperature":${(18 + (tag % 90) / 10).toFixed(2)},"humidity":${(40 + (tag % 30)).toFixed(2)}}`,
    ]
  return [
    `","type":"iBeacon","mac":"${mac}","bleName":"","ibeaconUuid":"E2C56DB5DFFB48D2B060D0F5A71096E0","ibeaconMajor":1,"ibeaconMinor":${tag},"rssi":`,
    `,"ibeaconTxPower":-59,"battery":0}`,
  ]
}

/**
 * Messages of the plant's gateways in the format of a Minew G1. Each gateway hears its own tags well and those of its neighbours weakly;
 * three of four rows are from its own. One tag in fifty moves. `impactos`: share of accelerometer rows that are an impact.
 */
export function createPlantaViva(seed: number, impactos = 0) {
  const random = createRandom(seed)
  const quieto = Array.from({ length: TAGS }, (_, i) => rowOf(i, [0.02, -0.01, 0.99]))
  const movido = Array.from({ length: TAGS }, (_, i) => rowOf(i, [0.35, -0.2, 0.9]))
  const golpe = Array.from({ length: TAGS }, (_, i) => rowOf(i, [3.1, 0.4, 1.2]))
  const turno = new Array<number>(LECTORES).fill(0)
  let last = 0

  return function next(lector: number, now: number): Enviado {
    const n = MIN_ROWS + Math.floor(random() * (MAX_ROWS - MIN_ROWS + 1))
    const header = `[{"timestamp":"${new Date(now).toISOString()}","type":"Gateway","mac":"${macDeLector(lector)}","gatewayFree":96,"gatewayLoad":0.04}`
    const e: Enviado = { lector, texto: '', tags: [], tiempos: [], impactos: [] }
    const partes = [header]
    // Strictly later than all earlier messages, so that the newest acknowledged time of a tag is that of its last reading.
    const desde = Math.max(last + 1, now - RECOGIDA_MS)
    for (let k = 0; k < n; k++) {
      const propio = k % 4 !== 3
      const area = propio ? lector : (lector + (random() < 0.5 ? 1 : LECTORES - 1)) % LECTORES
      const paso = turno[area] as number
      turno[area] = (paso + 1) % POR_LECTOR
      const tag = Math.min(TAGS - 1, area * POR_LECTOR + paso)
      const t = Math.min(now, desde + Math.floor((k * (now - desde)) / n))
      const choca = impactos > 0 && tag % 10 < 5 && random() < impactos
      const rows = choca ? golpe : tag % 50 === 0 && random() < 0.5 ? movido : quieto
      const [before, despues] = rows[tag] as [string, string]
      const rssi = Math.round((propio ? -55 : -78) + (random() - 0.5) * 8)
      partes.push(`{"timestamp":"${new Date(t).toISOString()}${before}${rssi}${despues}`)
      e.tags.push(tag)
      e.tiempos.push(t)
      if (choca) e.impactos.push(k)
    }
    last = Math.max(last, now - RECOGIDA_MS)
    e.texto = `${partes.join(',')}]`
    return e
  }
}
