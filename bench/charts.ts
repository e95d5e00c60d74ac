// npm run bench -- charts [--eventos=10000000] [--base=embedded,outside]
import { GRAFICOS } from '#contract/valores/graficos'
import { measureBases, optionOf } from './bases'
import { startRetorna } from './carga'
import { carga, type Limites, ms, n0, percentil, printTabla, timesOf } from './medidas'
import { enter, openSembrada } from './sembrada'
import type { Sitio } from './sitios'

const LIMITE_MS = 1000
const VECES = 20
const EVENTOS = Number(optionOf('eventos') ?? 10_000_000)
const DIA_MS = 86_400_000

const diaHace = (dias: number) => new Date(Date.now() - dias * DIA_MS).toISOString().slice(0, 10)
const PERIODOS = [
  ['30 days', `desde=${diaHace(29)}`],
  ['90 days', `desde=${diaHace(89)}`],
  ['90 days, one family', `desde=${diaHace(89)}&familia=20014`],
] as const

async function measureSitio(sitio: Sitio, limites: Limites): Promise<void> {
  const usuario = await openSembrada(sitio, EVENTOS)
  const retorna = await startRetorna(sitio)
  try {
    const cookie = await enter(retorna.url, usuario)
    const filas: string[][] = []
    for (const grafico of GRAFICOS)
      for (const [nombre, consulta] of PERIODOS) {
        const ruta = `/api/graficos/${grafico}?${consulta}`
        const veces = await timesOf(VECES, async () => {
          const res = await fetch(retorna.url + ruta, { headers: { cookie } })
          if (!res.ok) throw new Error(`${ruta}: ${res.status} ${await res.text()}`)
          await res.json()
        })
        const p95 = percentil(veces, 0.95)
        const vale = limites.check(
          `${grafico}, ${nombre}: p95 under ${LIMITE_MS} ms (${sitio.nombre})`,
          p95 < LIMITE_MS,
        )
        filas.push([
          `${grafico}, ${nombre}`,
          ms(percentil(veces, 0.5)),
          ms(p95),
          (LIMITE_MS / p95).toFixed(1),
          vale,
        ])
      }
    printTabla(
      `Charts of ${n0(EVENTOS)} events, ${sitio.nombre} PostgreSQL (load ${carga()}; limit ${LIMITE_MS} ms)`,
      ['', 'p50', 'p95', 'limit / p95', ''],
      filas,
    )
  } finally {
    await retorna.hijo.stop()
  }
}

await measureBases('Charts', [(sitio, _base, limites) => measureSitio(sitio, limites)], ['outside'])
