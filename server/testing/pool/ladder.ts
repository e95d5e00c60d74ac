import type { FilaPerdida, Perdidas } from '#contract/cuentas/perdidas/perdidas'
import { PELDANOS_CALLADOS, type Peldano, type PeldanoCallado } from '#contract/cuentas/perdidas/values'

/** What is known of a container that was ever heard; undefined: unknown. */
export type Sabido = { peldano?: Peldano; centimos?: number | null }

export type NotaEscala = {
  /** Containers that were ever heard, and those of them that are on exactly one rung, the right one. */
  oidos: number
  /** Those of them that are on exactly one rung, the right one. */
  enSuPeldano: number
  /** Sum of the differences between the totals of the rungs and the prices of their containers, in cents. */
  centimosDeMas: number
  /** Errors, in words. */
  fallos: string[]
}

/**
 * Check the loss ladder: each container on exactly one rung, and each figure equal to the sum of its list.
 * @param listas all rows of each rung that has a list
 * @param sabidos what is known of each container that was ever heard, by mac
 */
export function judgeEscala(
  peldanos: Perdidas['peldanos'],
  listas: ReadonlyMap<PeldanoCallado, readonly FilaPerdida[]>,
  sabidos: ReadonlyMap<string, Sabido>,
): NotaEscala {
  const fallos: string[] = []
  const wrong = (que: string, is: unknown, should: unknown) => {
    if (is !== should) fallos.push(`${que}: ${is}, not ${should}`)
  }
  const on = new Map<string, Peldano[]>()
  let centimosDeMas = 0
  for (const peldano of PELDANOS_CALLADOS) {
    const filas = listas.get(peldano) ?? []
    const suma = peldanos.find((x) => x.peldano === peldano)
    const centimos = filas.reduce((n, f) => {
      const sabido = sabidos.get(f.mac)?.centimos
      if (sabido !== undefined) wrong(`price of ${f.mac}`, f.centimos, sabido)
      return n + ((sabido === undefined ? f.centimos : sabido) ?? 0)
    }, 0)
    for (const f of filas) on.set(f.mac, [...(on.get(f.mac) ?? []), f.peldano])
    wrong(`containers on ${peldano}`, suma?.n, filas.length)
    wrong(`cents of ${peldano}`, suma?.centimos, centimos)
    wrong(`without price on ${peldano}`, suma?.sin_precio, filas.filter((f) => f.centimos === null).length)
    centimosDeMas += Math.abs((suma?.centimos ?? 0) - centimos)
  }
  for (const mac of on.keys()) if (!sabidos.has(mac)) fallos.push(`${mac} was never heard`)
  let enSuPeldano = 0
  let vistos = 0
  for (const [mac, { peldano }] of sabidos) {
    const suyos = on.get(mac) ?? ['visto']
    if (suyos[0] === 'visto') vistos++
    if (suyos.length === 1 && (peldano === undefined || suyos[0] === peldano)) enSuPeldano++
    else fallos.push(`${mac} is on ${suyos.join(' and ')}, not on ${peldano ?? 'one'}`)
  }
  wrong('containers that are heard', peldanos.find((x) => x.peldano === 'visto')?.n, vistos)
  return { oidos: sabidos.size, enSuPeldano, centimosDeMas, fallos }
}
