import type { Ronda } from '#contract/cuentas/pilas/pilas'
import { orderStops, type Stop } from '../../platform/math/walking-order'
import type { Situada } from './repo'

/** The default floor plan is 1600 by 900. */
const PROPORCION = 16 / 9

type Parada = Ronda['paradas'][number]
type EnPlano = Parada & Stop

/**
 * The containers of a round by place, in walking order. Places without a position come after the others, by name; containers without a
 * known place come last.
 * @param pilas most urgent first: this order is kept within a place
 * @param desde name of the place where the round begins; null: the one that makes the way shortest
 * @param proporcion ratio of width to height of the floor plan
 */
export function orderRonda(
  pilas: readonly Situada[],
  desde: string | null,
  proporcion = PROPORCION,
): Parada[] {
  const porLugar = new Map<string | null, Situada[]>()
  for (const p of pilas) {
    const suyas = porLugar.get(p.fila.Ubicacion)
    if (suyas) suyas.push(p)
    else porLugar.set(p.fila.Ubicacion, [p])
  }
  const paradaOf = (lugar: string | null, en_plano: boolean): Parada => ({
    lugar,
    en_plano,
    contenedores: (porLugar.get(lugar) ?? []).map((p) => p.fila),
  })
  const situados: EnPlano[] = []
  const sueltos: Parada[] = []
  for (const [lugar, [primera]] of porLugar) {
    if (lugar === null) continue
    if (primera?.x == null || primera.y == null) sueltos.push(paradaOf(lugar, false))
    else situados.push({ ...paradaOf(lugar, true), x: primera.x * proporcion, y: primera.y })
  }
  const first = situados.find((s) => s.lugar === desde)
  return [
    ...orderStops(situados, first).map(({ x: _x, y: _y, ...parada }) => parada),
    ...sueltos.sort((a, b) => (a.lugar as string).localeCompare(b.lugar as string, 'es')),
    ...(porLugar.has(null) ? [paradaOf(null, false)] : []),
  ]
}
