import type { Azar } from './azar'
import { LECTOR_MUDO, LECTORES } from './planta'
import { lectoresDe } from './recorrido'

/** One reader (index in LECTORES) and how loudly it hears, in dBm. */
export type Eco = { lector: number; rssi: number }

/** Below this a reader hears nothing. */
const UMBRAL = -95
const RUIDO_DB = 4
const EN_CAMINO_DB = 30
const OTRO_DEL_LUGAR = { parte: 0.55, menosDb: 9, hastaDb: 17 }
const VECINO = { parte: 0.06, menosDb: 18, hastaDb: 27 }

/** For each reader the nearest reader of each other place within earshot (degrees), nearest places first. */
const CERCA = 0.0105
const VECINOS = LECTORES.map((l) => {
  const cercanos = LECTORES.map((otro, i) => ({ otro, i, d: Math.hypot(otro.lat - l.lat, otro.lon - l.lon) }))
    .filter(({ otro, d }) => otro.empresa === l.empresa && otro.lugar !== l.lugar && d < CERCA)
    .filter(({ otro }) => otro.mac !== LECTOR_MUDO)
    .sort((a, b) => a.d - b.d)
  return cercanos
    .filter((c, n) => cercanos.findIndex((x) => x.otro.lugar === c.otro.lugar) === n)
    .map(({ i }) => i)
})
const COMPANEROS = LECTORES.map((l, i) => lectoresDe(l.empresa, l.lugar).filter((j) => j !== i))

function add(ecos: Eco[], lector: number, dbm: number, azar: Azar): void {
  const rssi = Math.round(dbm + azar.between(-RUIDO_DB, RUIDO_DB))
  if (rssi > UMBRAL) ecos.push({ lector, rssi })
}

/** Who hears a tag that stands at `lector`, which hears it with `base` dBm on average. */
export function hearStanding(lector: number, base: number, azar: Azar): Eco[] {
  const ecos: Eco[] = []
  if (azar.chance(0.96)) add(ecos, lector, base, azar)
  for (const [candidatos, { parte, menosDb, hastaDb }] of [
    [COMPANEROS[lector] ?? [], OTRO_DEL_LUGAR],
    [VECINOS[lector] ?? [], VECINO],
  ] as const)
    if (candidatos.length && azar.chance(parte))
      add(ecos, azar.pick(candidatos), base - azar.between(menosDb, hastaDb), azar)
  return ecos
}

/** Who hears a tag on its way from `de` to `a`: the one ever less, the other ever more. `parte` goes from 0 to 1. */
export function hearMoving(de: number, a: number, parte: number, base: number, azar: Azar): Eco[] {
  const ecos: Eco[] = []
  if (parte < 0.6) add(ecos, de, base - (EN_CAMINO_DB * parte) / 0.5, azar)
  if (parte > 0.4) add(ecos, a, base - (EN_CAMINO_DB * (1 - parte)) / 0.5, azar)
  return ecos
}
