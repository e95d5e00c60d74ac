import type { z } from 'zod'
import type { getIncidencia, Incidencia } from '#contract/oir/incidencias/incidencias'
import type { Answers } from '../../testing/answers'
import { openApp } from '../../testing/open-app'
import { askedOf } from '../../testing/steps'

type Detail = z.input<typeof getIncidencia.response>

export const DAYS = '/incidencias?desde=2026-03-01&hasta=2026-03-20'

export const incidentOf = (id: number, changes: Partial<Incidencia> = {}): Incidencia => ({
  id,
  Dispositivo: `AABBCC${String(id).padStart(6, '0')}`,
  Lector: 'C30000000001',
  Time: new Date(Date.UTC(2026, 2, 10, 9, 0, id)).toISOString(),
  ApodoDispositivo: `20014-${id}`,
  ApodoLector: 'LEC-101',
  revisado: false,
  hubo_golpe_real: false,
  hubo_danio: false,
  mirado: false,
  accelxmax: 2.8641,
  accelxmin: -1.1,
  accelymax: null,
  accelymin: 0,
  accelzmax: 1,
  accelzmin: 0.5,
  pico_g: 3.5,
  impactos: 4,
  duracion_s: 1.25,
  Ubicacion: 'Almacén Lleno',
  cerrada_por: null,
  cerrada: null,
  lleva: null,
  nota: null,
  empresa: 1,
  ...changes,
})

export const closedOf = (id: number, changes: Partial<Incidencia> = {}) =>
  incidentOf(id, {
    revisado: true,
    mirado: true,
    cerrada_por: 'Ane Agirre',
    cerrada: '2026-03-11T08:00:00.000Z',
    ...changes,
  })

export const detailOf = (incident: Incidencia, changes: Partial<Detail> = {}): Detail => ({
  ...incident,
  muestras: [],
  umbral_g: 2.5,
  Lat: null,
  Lon: null,
  nodo: null,
  notas: [],
  anteriores: [],
  totalAnteriores: 0,
  ...changes,
})

/** The newest first, as the server lists them. */
export const someIncidents = (n: number) => Array.from({ length: n }, (_, i) => incidentOf(n - i))

/** A server that keeps these incidents and what is changed of them. */
export function keepIncidents(incidents: Incidencia[]) {
  const kept = new Map(incidents.map((i) => [i.id, i]))
  const change = (id: number, changes: Partial<Incidencia>) => {
    kept.set(id, { ...(kept.get(id) as Incidencia), ...changes })
    return kept.get(id) as Incidencia
  }
  const closing = { revisado: true, cerrada_por: 'Olga Operaria', cerrada: '2026-03-12T08:00:00.000Z' }
  const all = (ids: number[], changes: Partial<Incidencia>) => ({
    resultados: ids.map((id) => ({ id, status: 'success' as const, message: 'Hecho.' })),
    data: ids.map((id) => change(id, changes)),
  })
  const answers: Answers = {
    listIncidencias: () => [...kept.values()],
    countAbiertas: () => ({ abiertas: [...kept.values()].filter((i) => !i.revisado).length, mias: 0 }),
    getIncidencia: ({ params }) => detailOf(kept.get(Number(params.id)) as Incidencia),
    setImpacto: ({ body }) => {
      const said = body as Incidencia & { dispositivo: string; nota?: string }
      const { id } = [...kept.values()].find((i) => i.Dispositivo === said.dispositivo) as Incidencia
      const { revisado, hubo_golpe_real, hubo_danio, mirado } = said
      return {
        ok: true,
        message: 'Hecho.',
        data: change(id, { hubo_golpe_real, hubo_danio, mirado, ...(revisado && closing) }),
      }
    },
    closeIncidencias: ({ body }) => all((body as { ids: number[] }).ids, { ...closing, nota: 'Con nota' }),
    assignIncidencias: ({ body }) => {
      const { ids, usuario } = body as { ids: number[]; usuario: number }
      return all(ids, { lleva: { id: usuario, nombre: 'Jon Prensa' } })
    },
  }
  return { answers, change }
}

export const openIncidents = (
  address = DAYS,
  answers: Answers = keepIncidents(someIncidents(30)).answers,
  size: { width?: number; height?: number } = {},
) =>
  openApp(address, {
    answers: {
      countAbiertas: () => ({ abiertas: 3, mias: 1 }),
      listOpcionesIncidencia: () => ({
        ubicaciones: ['Almacén Lleno', 'Prensa'],
        lectores: ['LEC-101', 'LEC-102'],
        piezas: [{ codigo: '20014', descripcion: 'Puerta delantera' }],
        personas: [
          { id: 7, nombre: 'Olga Operaria', empresa: 1 },
          { id: 9, nombre: 'Jon Prensa', empresa: 1 },
        ],
      }),
      getResumenIncidencias: () => ({ totalIncidencias: 3, contenedoresUnicos: 2 }),
      ...answers,
    },
    ...size,
  })

export const listsAsked = (app: Awaited<ReturnType<typeof openIncidents>>) =>
  askedOf(app, 'listIncidencias').map((r) => r.query)
