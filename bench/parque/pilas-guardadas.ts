import type pg from 'pg'
import { keepPilas } from '#server/cuentas/pilas/keep'
import { walkList } from '#server/cuentas/pilas/repo'
import { ensureEmpresa } from '#server/personas/usuarios/repo'
import { createDb } from '#server/platform/db/client'
import { createRandom } from '../medidas'
import { ZONA } from '../siembra'
import { FIN_V, gradosOf, learn, POR_GRADO_V, voltsOf } from './pilas'
import type { ModeloSimulado, PlantaSimulada } from './plantas-pilas'

const DAY = 86_400_000
/** Days of reports that the database gets before the list is read: a fall is judged by three weeks. */
const OIDOS_D = 26
const HORA = 14
const ANTES_D = 14
const DESPUES_D = 60

const modelo = (
  m: Pick<ModeloSimulado, 'nombre' | 'cuantas' | 'vida' | 'reparto' | 'dice'>,
): ModeloSimulado => ({
  ...m,
  grados: m.dice === 'tension',
  cuenta: false,
  llano: 0.85,
  caida: 1.6,
})

/** A plant whose tags report into a database: a model that tells its voltage, and one of which only the age is known. */
export const PLANTA_PILAS: PlantaSimulada = {
  nombre: 'two models, by the jobs on a database',
  modelos: [
    modelo({ nombre: 'AF1E01', cuantas: 500, vida: 420, reparto: 0.15, dice: 'tension' }),
    modelo({ nombre: 'AF1E02', cuantas: 300, vida: 300, reparto: 0.08, dice: 'nada' }),
  ],
  grados: { media: 17, verano: 6, dia: 4 },
  ruido: 12,
  sinAnotar: 0.02,
  antes: 0.05,
  oida: 0.9,
}

type Etiqueta = ReturnType<typeof learn> & {
  mac: string
  m: ModeloSimulado
  /** Day of its end; today is 0. */
  muere: number
}

const voltsOn = (
  p: PlantaSimulada,
  { m, puesta, vida }: Pick<Etiqueta, 'm' | 'puesta' | 'vida'>,
  day: number,
) => voltsOf(m, (day - puesta) / vida) - POR_GRADO_V * Math.max(0, 20 - gradosOf(p, day, HORA))

function simulate(p: PlantaSimulada, empresa: number, random: () => number): Etiqueta[] {
  return p.modelos.flatMap((m) =>
    Array.from({ length: m.cuantas }, (_, i): Etiqueta => {
      const tag = { ...learn(m, p, random), m }
      let muere = -OIDOS_D
      while (muere < 2 * m.vida && muere - tag.puesta <= tag.vida + 1 && voltsOn(p, tag, muere) >= FIN_V)
        muere++
      const serie = (empresa * 4096 + i).toString(16).toUpperCase().padStart(6, '0')
      return { ...tag, muere, mac: `${m.nombre}${serie}` }
    }),
  )
}

async function seed(pool: pg.Pool, empresa: number, tags: readonly Etiqueta[], ahora: number): Promise<void> {
  await ensureEmpresa(createDb(pool), empresa, `Banco ${empresa}`)
  await pool.query(
    `insert into dispositivo (empresa_id, mac, apodo, tipo, creado)
     select $1, x, 'B-' || x, 'SmartBle', now() - interval '8 years' from unnest($2::text[]) x`,
    [empresa, tags.map((t) => t.mac)],
  )
  const cambios = tags.flatMap((t) =>
    t.cambios.map((c) => ({ mac: t.mac, t: ahora + c.dia * DAY, acabada: c.acabada })),
  )
  await pool.query(
    `insert into cambio_pila (empresa_id, dispositivo_id, clave, clase, mac, cuando, acabada)
     select $1, d.id, gen_random_uuid(), 'cambio', x.mac, to_timestamp(x.t / 1000), x.acabada
     from json_to_recordset($2::json) as x(mac text, t float8, acabada boolean) join dispositivo d using (mac)`,
    [empresa, JSON.stringify(cambios)],
  )
}

/** Write what the tags report on a day as their last state. */
async function report(pool: pg.Pool, empresa: number, filas: readonly object[], t: number): Promise<void> {
  await pool.query(
    `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, recibido, estado_desde, bateria_mv, temperatura)
     select d.id, $1, $3, $3, $3, x.mv, x.grados from json_to_recordset($2::json) as x(mac text, mv int, grados real) join dispositivo d using (mac)
     on conflict (dispositivo_id) do update set ultimo_registro = excluded.ultimo_registro, recibido = excluded.recibido,
       bateria_mv = excluded.bateria_mv, temperatura = excluded.temperatura`,
    [empresa, JSON.stringify(filas), new Date(t)],
  )
}

export type NotaPilas = {
  /** Tags that die in the coming 14 days, and how many of them are on the list now. */
  mueren: number
  avisadas: number
  /** Living tags on the list, and how many of them end within 60 days. */
  listadas: number
  acaban: number
}

/**
 * Let simulated tags report into a database day by day and the product's job judge them each day; compare its list of today with the truth.
 * @param empresa a company used for nothing else
 */
export async function judgePilasGuardadas(
  pool: pg.Pool,
  p: PlantaSimulada,
  semilla: number,
  empresa: number,
): Promise<NotaPilas> {
  const db = createDb(pool)
  const random = createRandom(semilla)
  const ahora = Date.now() - 60_000
  const tags = simulate(p, empresa, random)
  await seed(pool, empresa, tags, ahora)
  for (let day = -OIDOS_D; day <= 0; day++) {
    const filas = tags
      .filter((t) => day < t.muere && random() < p.oida)
      .map((t) => ({
        mac: t.mac,
        mv:
          t.m.dice === 'tension'
            ? Math.round(1000 * voltsOn(p, t, day) + p.ruido * (2 * random() - 1))
            : null,
        grados: t.m.grados ? gradosOf(p, day, HORA) : null,
      }))
    await report(pool, empresa, filas, ahora + day * DAY)
    await pool.query("update pila set revisada = revisada - interval '1 hour' where empresa_id = $1", [
      empresa,
    ])
    await keepPilas(db)
  }
  const listed = new Set<string>()
  const list = { empresa, familia: null, modelo: null, motivo: null, search: null, zona: ZONA }
  const due = {
    ...list,
    clases: ['ya', 'este_mes'] as const,
    orden: 'clase' as const,
    sentido: 'asc' as const,
  }
  for await (const page of walkList(db, due)) for (const f of page) listed.add(f.mac)
  const die = tags.filter((t) => t.muere > 0 && t.muere <= ANTES_D)
  const came = tags.filter((t) => t.muere > 0 && listed.has(t.mac))
  return {
    mueren: die.length,
    avisadas: die.filter((t) => listed.has(t.mac)).length,
    listadas: came.length,
    acaban: came.filter((t) => t.muere <= DESPUES_D).length,
  }
}
