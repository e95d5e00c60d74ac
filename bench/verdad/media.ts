import type { Method } from './correr'

type WalkObservation = { t: number; lector: number; rssi: number }
type Seguido = { oidos: WalkObservation[]; desde: number; rafagas: number[] }

/** Window of the mean in seconds, and minimum number of adverts for tags with few. */
const VENTANA_S = 30
const ANUNCIOS = 4
/** Readings within this time belong to one advert, in seconds. */
const RAFAGA_S = 1
/** Per tag: a limit of the memory for recordings of others. */
const MAX_WALK_OBSERVATIONS = 20_000

/** The baseline method: the zone of the reader with the strongest mean over 30 s, or over the last four adverts if these span more. */
export function createMedia(zonaOf: readonly number[]): Method {
  const seguidos = new Map<number, Seguido>()
  const suma = new Float64Array(zonaOf.length)
  const veces = new Int32Array(zonaOf.length)
  const mejor = new Map<number, number>()
  return {
    hear(t, lector, tag, rssi) {
      if ((zonaOf[lector] as number) < 0) return
      let s = seguidos.get(tag)
      if (!s) {
        s = { oidos: [], desde: 0, rafagas: [] }
        seguidos.set(tag, s)
      }
      if (t - (s.rafagas.at(-1) ?? Number.NEGATIVE_INFINITY) > RAFAGA_S) s.rafagas.push(t)
      if (s.rafagas.length > ANUNCIOS) s.rafagas.shift()
      s.oidos.push({ t, lector, rssi })
      const limite = Math.min(t - VENTANA_S, s.rafagas[0] as number)
      while (
        (s.oidos[s.desde] as WalkObservation).t < limite ||
        s.oidos.length - s.desde > MAX_WALK_OBSERVATIONS
      )
        s.desde++
      if (s.desde > 64 && s.desde * 2 > s.oidos.length) {
        s.oidos.splice(0, s.desde)
        s.desde = 0
      }
    },
    answer(_t, tag, dicho) {
      const s = seguidos.get(tag)
      if (!s) return
      suma.fill(0)
      veces.fill(0)
      mejor.clear()
      for (let i = s.desde; i < s.oidos.length; i++) {
        const { lector, rssi } = s.oidos[i] as WalkObservation
        suma[lector] = (suma[lector] as number) + rssi
        veces[lector] = (veces[lector] as number) + 1
      }
      for (let r = 0; r < zonaOf.length; r++) {
        if (!veces[r]) continue
        const z = zonaOf[r] as number
        mejor.set(
          z,
          Math.max(mejor.get(z) ?? Number.NEGATIVE_INFINITY, (suma[r] as number) / (veces[r] as number)),
        )
      }
      const [first, segunda] = [...mejor].sort((a, b) => b[1] - a[1])
      dicho.primera = first?.[0] ?? -1
      dicho.segunda = segunda?.[0] ?? -1
      dicho.p = 1
    },
  }
}
