import { DateTime } from 'luxon'
import type pg from 'pg'
import type { FilaPerdida } from '#contract/cuentas/perdidas/perdidas'
import {
  type ClaseAsiento,
  PELDANOS,
  PELDANOS_CALLADOS,
  type Peldano,
  type PeldanoCallado,
} from '#contract/cuentas/perdidas/values'
import { findList, sumPeldanos } from '#server/cuentas/perdidas/repo'
import { keepPerdidas } from '#server/cuentas/perdidas/service'
import { ensureEmpresa } from '#server/personas/usuarios/repo'
import { createDb } from '#server/platform/db/client'
import { judgeEscala, type NotaEscala, type Sabido } from '#server/testing/pool/ladder'
import { createRandom } from '../medidas'
import { ZONA } from '../siembra'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A company: its limits, and the faults of its readers (days ago; `hastaD` null: not repaired yet). */
export type PlantaEscala = {
  nombre: string
  contenedores: number
  viejoMin: number
  perdidoMin: number
  causas: readonly { desdeD: number; hastaD: number | null }[]
}

export const PLANTAS_ESCALA: readonly PlantaEscala[] = [
  { nombre: 'first limits', contenedores: 600, viejoMin: 300, perdidoMin: 4320, causas: [] },
  {
    nombre: 'patient, readers broke',
    contenedores: 600,
    viejoMin: 720,
    perdidoMin: 10 * 1440,
    causas: [
      { desdeD: 12, hastaD: null },
      { desdeD: 20, hastaD: 9 },
    ],
  },
  {
    nombre: 'impatient, readers broke',
    contenedores: 600,
    viejoMin: 60,
    perdidoMin: 1440,
    causas: [
      { desdeD: 2, hastaD: 0.5 },
      { desdeD: 45, hastaD: 35 },
    ],
  },
]

type Silencio = {
  mac: string
  familia: string
  /** Reader that heard it last. */
  lector: number
  /** When it was heard last, Unix ms. */
  oido: number
  /** Entries of people during this silence, in order. */
  dichos: ClaseAsiento[]
}
type Precio = { familia: string; desde: string; centimos: number }

/** Rungs by silence alone, with the minutes from which each applies. */
const limitsOf = (p: PlantaEscala): [Peldano, number][] => [
  ['propuesta', Math.max(30 * 1440, p.perdidoMin)],
  ['en_busqueda', Math.max(7 * 1440, p.perdidoMin)],
  ['posible_extravio', p.perdidoMin],
  ['sin_ver', p.viejoMin],
]
const SAID: Record<ClaseAsiento, Peldano> = {
  busqueda: 'en_busqueda',
  propuesta: 'propuesta',
  declarada: 'declarada',
  baja: 'baja',
}
/** Minutes: a silence this near to a limit may cross it during the check, so it is not used. */
const NEAR_MIN = 5

/** Begin of the silence that counts, Unix ms; null: the cause that keeps the container from being heard goes on. */
function countsSince(p: PlantaEscala, s: Silencio, ahora: number): number | null {
  const causa = p.causas[s.lector - 1]
  if (!causa) return s.oido
  const desde = ahora - causa.desdeD * DAY
  if (s.oido <= desde - CAUSA_MS) return s.oido
  return causa.hastaD === null ? null : ahora - causa.hastaD * DAY
}
/** A reader that broke counts as silent from this long before its cause began, in ms. */
const CAUSA_MS = 10 * MINUTE

/** The definition of the ladder (docs/glosario.md), implemented independently of the product. */
function truthOf(p: PlantaEscala, s: Silencio, precios: readonly Precio[], ahora: number): Sabido {
  const since = countsSince(p, s, ahora)
  const minutes = since === null ? 0 : (ahora - since) / MINUTE
  const bySilence = limitsOf(p).find(([, from]) => minutes > from)?.[0] ?? 'visto'
  const last = s.dichos.at(-1)
  const said = last ? SAID[last] : 'visto'
  const peldano = PELDANOS[Math.max(PELDANOS.indexOf(bySilence), PELDANOS.indexOf(said))] as Peldano
  const day = DateTime.fromMillis(since ?? s.oido, { zone: ZONA }).toISODate() as string
  const priceOf = (familia: string) =>
    precios
      .filter((x) => x.familia === familia && x.desde <= day)
      .reduce<Precio | null>((a, b) => (a && a.desde > b.desde ? a : b), null)
  return { peldano, centimos: (priceOf(s.familia) ?? priceOf(''))?.centimos ?? null }
}

type Random = () => number

function simulateSilencios(p: PlantaEscala, serie: number, ahora: number, random: Random): Silencio[] {
  const edges = [...limitsOf(p).map(([, m]) => m), p.viejoMin]
  return Array.from({ length: p.contenedores }, (_, i): Silencio => {
    for (;;) {
      // From a minute to three months, uniform on a logarithmic scale.
      const minutes = Math.exp(random() * Math.log(130_000))
      const lector = Math.floor(random() * (p.causas.length + 1))
      const s: Silencio = {
        mac: `AC${serie.toString(16).toUpperCase().padStart(2, '0')}FF${i.toString(16).toUpperCase().padStart(6, '0')}`,
        familia: ['P', 'Q', 'R', 'S'][i % 4] as string,
        lector,
        oido: Math.round(ahora - minutes * MINUTE),
        dichos: [],
      }
      const causa = p.causas[lector - 1]
      const since = countsSince(p, s, ahora)
      const counted = since === null ? 0 : (ahora - since) / MINUTE
      const unclear =
        edges.some((m) => Math.abs(m - counted) < NEAR_MIN) ||
        // A repaired reader heard none of its containers while it was broken.
        (causa &&
          (Math.abs(ahora - s.oido - causa.desdeD * DAY) < 20 * MINUTE ||
            s.oido > ahora - causa.desdeD * DAY))
      if (unclear) continue
      const steps: ClaseAsiento[] = ['busqueda', 'propuesta', 'declarada', 'baja']
      if (counted > p.perdidoMin && random() < 0.3) s.dichos = steps.slice(0, 1 + Math.floor(4 * random()))
      return s
    }
  })
}

const sampleCentimos = (random: Random) => 1 + Math.floor(random() * 30_000)

function samplePrecios(ahora: number, random: Random): Precio[] {
  const ago = (d: number) => DateTime.fromMillis(ahora - d * DAY, { zone: ZONA }).toISODate() as string
  // Prices of Q and R begin late, S has none, and the price of all families begins late too.
  return [
    ...[200, 80, 31, 9, 2].map((d) => ({ familia: 'P', desde: ago(d), centimos: sampleCentimos(random) })),
    ...[25, 6].map((d) => ({ familia: 'Q', desde: ago(d), centimos: sampleCentimos(random) })),
    ...[60, 15, 4].map((d) => ({ familia: '', desde: ago(d), centimos: sampleCentimos(random) })),
    { familia: 'R', desde: ago(40), centimos: sampleCentimos(random) },
  ]
}

async function seedEscala(
  pool: pg.Pool,
  p: PlantaEscala,
  empresa: number,
  s: { silencios: Silencio[]; precios: Precio[]; ahora: number },
) {
  await ensureEmpresa(createDb(pool), empresa, `Banco ${empresa}`)
  await pool.query('update ajuste set minutos_viejo = $2, minutos_perdido = $3 where empresa_id = $1', [
    empresa,
    p.viejoMin,
    p.perdidoMin,
  ])
  const lectores = await pool.query<{ id: number }>(
    `insert into dispositivo (empresa_id, mac, tipo) select $1, 'C3FF' || lpad(to_hex($1::int), 2, '0') || lpad(to_hex(n), 6, '0'), 'Reader'
     from generate_series(0, $2::int) n order by n returning id`,
    [empresa, p.causas.length],
  )
  const ids = lectores.rows.map((r) => r.id)
  await pool.query(
    `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado_desde) select x, $1, now(), now() from unnest($2::bigint[]) x`,
    [empresa, ids],
  )
  for (const [i, c] of p.causas.entries())
    await pool.query(
      `insert into causa (empresa_id, clase, lector_id, desde, hasta, evidencia) values ($1, 'mudo', $2, $3, $4, '{}')`,
      [
        empresa,
        ids[i + 1],
        new Date(s.ahora - c.desdeD * DAY),
        c.hastaD === null ? null : new Date(s.ahora - c.hastaD * DAY),
      ],
    )
  await pool.query(
    `with x as (select * from json_to_recordset($2::json) as x(mac text, familia text, lector bigint, oido float8)),
     d as (insert into dispositivo (empresa_id, mac, apodo, tipo) select $1, mac, familia || '-' || mac, 'SmartBle' from x returning id, mac)
     insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado_desde, lector_id)
     select d.id, $1, to_timestamp(x.oido / 1000), now(), x.lector from x join d using (mac)`,
    [empresa, JSON.stringify(s.silencios.map((x) => ({ ...x, lector: ids[x.lector] })))],
  )
  const dichos = s.silencios.flatMap((x) =>
    x.dichos.map((clase, i) => ({ mac: x.mac, clase, t: s.ahora - (x.dichos.length - i) * MINUTE })),
  )
  await pool.query(
    `insert into perdida_asiento (empresa_id, dispositivo_id, clase, momento)
     select $1, d.id, x.clase, to_timestamp(x.t / 1000) from json_to_recordset($2::json) as x(mac text, clase text, t float8)
     join dispositivo d using (mac) order by x.t`,
    [empresa, JSON.stringify(dichos)],
  )
  await pool.query(
    `insert into familia_precio (empresa_id, familia, desde, centimos)
     select $1, familia, desde, centimos from json_to_recordset($2::json) as x(familia text, desde date, centimos int)`,
    [empresa, JSON.stringify(s.precios)],
  )
}

export type NotaEscalas = NotaEscala & { nombre: string; euros: number }

/**
 * Simulate the silences of a company, the entries of people and the prices, and judge the product's ladder.
 * @param empresa a company used for nothing else
 */
export async function judgeLadder(
  pool: pg.Pool,
  p: PlantaEscala,
  seed: number,
  empresa: number,
): Promise<NotaEscalas> {
  const db = createDb(pool)
  const random = createRandom(seed)
  const ahora = Date.now()
  const silencios = simulateSilencios(p, empresa, ahora, random)
  const precios = samplePrecios(ahora, random)
  await seedEscala(pool, p, empresa, { silencios, precios, ahora })
  await keepPerdidas(db, ZONA)
  const donde = { empresa, familia: null, zona: ZONA }
  const { peldanos } = await sumPeldanos(db, donde)
  const listas = new Map<PeldanoCallado, FilaPerdida[]>()
  for (const peldano of PELDANOS_CALLADOS) {
    const list = {
      ...donde,
      peldano,
      lugar: null,
      de: null,
      search: null,
      orden: 'desde' as const,
      sentido: 'asc' as const,
    }
    listas.set(peldano, (await findList(db, list, 0, p.contenedores)).data)
  }
  const nota = judgeEscala(
    peldanos,
    listas,
    new Map(silencios.map((s) => [s.mac, truthOf(p, s, precios, ahora)])),
  )
  return {
    ...nota,
    nombre: `${p.nombre}, ${seed}`,
    euros: peldanos.reduce((n, x) => n + x.centimos, 0) / 100,
  }
}
