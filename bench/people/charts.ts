// npm run bench -- charts [--eventos=10000000] [--base=embedded,outside]
import { GRAFICOS } from '#contract/resumen/graficos/values'
import { measureBases, optionOf } from '../bases'
import { startRetorna } from '../ingest/carga'
import { type Limites, load, ms, n0, percentile, printTabla, timesOf } from '../medidas'
import { enter, openSembrada } from '../sembrada'
import type { Place } from '../sitios'

const LIMITE_MS = 1000
const VECES = 20
const EVENTOS = Number(optionOf('eventos') ?? 10_000_000)
const DAY_MS = 86_400_000

const diaHace = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
const PERIODOS = [
  ['30 days', `desde=${diaHace(29)}`],
  ['90 days', `desde=${diaHace(89)}`],
  ['90 days, one family', `desde=${diaHace(89)}&familia=20014`],
] as const

async function measurePlace(place: Place, limites: Limites): Promise<void> {
  const usuario = await openSembrada(place, EVENTOS)
  const retorna = await startRetorna(place)
  try {
    const cookie = await enter(retorna.url, usuario)
    const rows: string[][] = []
    for (const chart of GRAFICOS)
      for (const [nombre, query] of PERIODOS) {
        const ruta = `/api/graficos/${chart}?${query}`
        const veces = await timesOf(VECES, async () => {
          const res = await fetch(retorna.url + ruta, { headers: { cookie } })
          if (!res.ok) throw new Error(`${ruta}: ${res.status} ${await res.text()}`)
          await res.json()
        })
        const p95 = percentile(veces, 0.95)
        const vale = limites.check(
          `${chart}, ${nombre}: p95 under ${LIMITE_MS} ms (${place.nombre})`,
          p95 < LIMITE_MS,
        )
        rows.push([
          `${chart}, ${nombre}`,
          ms(percentile(veces, 0.5)),
          ms(p95),
          (LIMITE_MS / p95).toFixed(1),
          vale,
        ])
      }
    printTabla(
      `Charts of ${n0(EVENTOS)} events, ${place.nombre} PostgreSQL (load ${load()}; limit ${LIMITE_MS} ms)`,
      ['', 'p50', 'p95', 'limit / p95', ''],
      rows,
    )
  } finally {
    await retorna.hijo.stop()
  }
}

await measureBases('Charts', [(place, _base, limites) => measurePlace(place, limites)], ['outside'])
