import { measureCiclos } from '../flujo/ciclos/medida'
import { keepAverias, keepVisitas } from '../flujo/ciclos/visitas'
import { createDb } from '../platform/db/client'
import type { Prueba } from './retorna'

const ZONA = 'Europe/Madrid'
const HOUR_MS = 3_600_000

/** A stay at a place, from and until this many hours ago; `hasta` null: it goes on; `silencio`: no reader heard the container after it. */
export type Estancia = [lugar: string, desde: number, hasta: number | null, silencio?: boolean]

/** A plant of three places, each a stage of one loop; the tests write the stays of its containers. */
export async function createPlanta(p: Prueba, lugares: readonly string[] = ['Lleno', 'Línea', 'Vacío']) {
  await p.servidor.jobs.stop()
  const { pool } = p.servidor
  const db = createDb(pool)
  const now = Date.now()
  const at = (horas: number) => new Date(now - horas * HOUR_MS)
  const { rows } = await pool.query<{ id: number; nombre: string }>(
    'insert into ubicacion (empresa_id, nombre) select 1, n from unnest($1::text[]) n returning id, nombre',
    [lugares],
  )
  const ids = new Map(rows.map((r) => [r.nombre, r.id]))
  for (const [i, lugar] of lugares.entries()) {
    const mac = `C30000C1C10${i}`
    await p.register(mac, 'Reader', `LEC-${i}`)
    await pool.query('update dispositivo set ubicacion_id = $2 where mac = $1', [mac, ids.get(lugar)])
    await pool.query(
      `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, recibido, estado_desde)
       select id, 1, now(), now(), now() from dispositivo where mac = $1`,
      [mac],
    )
  }
  const ciclos = async (etapas: readonly (readonly [string, readonly string[]])[]) => {
    const cookie = await p.as('admin')
    const previous = await p.call<{
      version: string
      data: { id: number; etapas: { id: number; nombre: string }[] }[]
    }>('GET', '/api/empresas/1/ciclos', { cookie })
    const [uno] = previous.body.data
    const r = await p.call('PUT', '/api/empresas/1/ciclos', {
      cookie,
      body: {
        version: previous.body.version,
        data: [
          {
            ...(uno && { id: uno.id }),
            nombre: 'General',
            familias: [],
            etapas: etapas.map(([nombre, suyas], i) => {
              const old = uno?.etapas.find((e) => e.nombre === nombre)
              return {
                ...(old && { id: old.id }),
                nombre,
                clase: 'servicio',
                ancla: i === 0,
                ubicaciones: suyas.map((l) => ids.get(l)),
              }
            }),
          },
        ],
      },
    })
    if (r.status !== 200) throw new Error(JSON.stringify(r.body))
  }
  await ciclos(lugares.map((l) => [l, [l]] as const))

  async function stay(mac: string, [lugar, desde, hasta, silencio]: Estancia): Promise<void> {
    const lector = `C30000C1C10${lugares.indexOf(lugar)}`
    await pool.query(
      hasta === null
        ? `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, recibido, estado_desde, lector_id, lector_desde, ubicacion_id)
           select d.id, 1, now(), now(), $4, l.id, $4, l.ubicacion_id from dispositivo d, dispositivo l where d.mac = $1 and l.mac = $2 and $3::text is null and not $5`
        : `insert into estancia (empresa_id, dispositivo_id, lector_id, ubicacion_id, desde, hasta, silencio)
           select 1, d.id, l.id, l.ubicacion_id, $4, $3::timestamptz, $5 from dispositivo d, dispositivo l where d.mac = $1 and l.mac = $2`,
      [mac, lector, hasta === null ? null : at(hasta), at(desde), silencio ?? false],
    )
  }
  /** A container with its stays; the last one may go on. */
  async function put(mac: string, apodo: string, estancias: readonly Estancia[]): Promise<void> {
    await p.register(mac, 'SmartBle', apodo)
    for (const estancia of estancias) await stay(mac, estancia)
  }

  const keep = () => keepVisitas(db, ZONA)
  /** Visits of a container, oldest first: stage, hours ago, and how it ended. */
  async function visitas(mac: string) {
    const { rows } = await pool.query<{
      etapa: string
      desde: Date
      hasta: Date | null
      fin: string | null
      abiertas: number | null
      vuelta: Date | null
    }>(
      `select e.nombre as etapa, v.desde, v.hasta, v.fin, (v.reloj_hasta - v.reloj_desde) / 3600 as abiertas, v.vuelta_desde as vuelta
       from visita v join dispositivo d on d.id = v.dispositivo_id join etapa e on e.id = v.etapa_id where d.mac = $1 order by v.desde`,
      [mac],
    )
    const horas = (f: Date | null) => (f ? Math.round((now - f.getTime()) / HOUR_MS) : null)
    return rows.map((r) => ({ ...r, desde: horas(r.desde), hasta: horas(r.hasta), vuelta: horas(r.vuelta) }))
  }

  return {
    pool,
    db,
    at,
    ids,
    ciclos,
    put,
    stay,
    keep,
    visitas,
    measure: () => measureCiclos(db, ZONA),
    keepAverias: () => keepAverias(db),
  }
}
