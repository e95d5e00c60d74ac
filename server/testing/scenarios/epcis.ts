import { expect } from 'vitest'
import type { AjustesEpcis } from '#contract/operacion/epcis/ajustes'
import { publishEmpresa } from '../../operacion/epcis/contar'
import type { Evento } from '../../operacion/epcis/event/evento'
import { startPrueba } from '../retorna'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const ago = (ms: number) => new Date(Date.now() - ms)

export const AJUSTES: AjustesEpcis = {
  activo: true,
  desde: ago(30 * 24 * HOUR)
    .toISOString()
    .slice(0, 10),
  umbral: 0.6,
  minutos_reposo: 60,
  meses: 24,
  prefijo: '8412345',
  dominio: null,
  gln: '8412345000010',
  familias: [{ familia: '20014', tipo: '00001' }],
  lugares: [],
}

export type Published = Evento & { recordTime: string }
export type Documento = {
  type: string
  epcisBody: { queryResults: { resultsBody: { eventList: Published[] } } }
}
export const listOf = (d: Documento) => d.epcisBody.queryResults.resultsBody.eventList

/** An event in short: its step or disposition, its place, and its error reason. */
export const wordsOf = (e: Evento) =>
  [e.bizStep ?? e.disposition, e.readPoint?.id.split('.').at(-1), e.errorDeclaration?.reason]
    .filter(Boolean)
    .join(' ')

/**
 * A Retorna with six containers, the last one of company 2, and three places of each company, which publishes EPCIS events when a test asks
 * for it.
 */
export async function startEpcis(environment: Record<string, string> = {}) {
  const p = await startPrueba(environment)
  const { pool } = p.servidor
  await p.servidor.jobs.stop()
  const ids = new Map<string, number>()
  const lugares = new Map<string, number>()
  for (const nombre of ['Muelle', 'Taller', 'Lavado'])
    for (const empresa of [2, 1]) {
      const sql = 'insert into ubicacion (empresa_id, nombre) values ($1, $2) returning id'
      lugares.set(nombre, (await pool.query(sql, [empresa, nombre])).rows[0].id)
    }
  for (const [i, empresa] of [1, 1, 1, 1, 1, 2].entries()) {
    const mac = `AABBCC00000${i}`
    await p.register(mac, 'SmartBle', `20014-00${i}`, { empresa })
    ids.set(mac, (await pool.query('select id from dispositivo where mac = $1', [mac])).rows[0].id)
  }
  const place = (n: string) => lugares.get(n) as number
  const ask = async (path = 'events?perPage=1000', who = 'operario', headers: Record<string, string> = {}) =>
    p.call<Documento & Record<string, unknown>>('GET', `/epcis/v2/${path}`, {
      cookie: await p.as(who),
      headers,
    })

  return {
    p,
    pool,
    ids,
    place,
    ask,
    put: async (mas: Partial<AjustesEpcis> = {}, empresa = 1, who = 'admin') =>
      p.call('PUT', `/api/empresas/${empresa}/epcis`, {
        body: { ...AJUSTES, ...mas },
        cookie: await p.as(who),
      }),
    contar: (empresa = 1) => publishEmpresa(p.servidor.db, p.config.TZ_PLANTA, { empresa }),
    events: async (path?: string, who?: string) => {
      const r = await ask(path, who)
      expect([path, r.status, r.status === 200 || r.body]).toEqual([path, 200, true])
      return listOf(r.body)
    },
    stay: (
      mac: string,
      lugar: string,
      [desde, hasta]: [number, number],
      mas: { certeza?: number | null; silencio?: boolean } = {},
    ) =>
      pool.query(
        `insert into estancia (empresa_id, dispositivo_id, lector_id, ubicacion_id, desde, hasta, silencio, certeza)
         select empresa_id, id, 1, $2, $3, $4, $5, $6 from dispositivo where mac = $1`,
        [
          mac,
          place(lugar),
          ago(desde),
          ago(hasta),
          mas.silencio ?? false,
          mas.certeza === undefined ? 0.9 : mas.certeza,
        ],
      ),
  }
}

export type PruebaEpcis = Awaited<ReturnType<typeof startEpcis>>
