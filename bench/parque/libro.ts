import type pg from 'pg'
import { keepCustodia } from '#server/cuentas/custodia/anotar'
import { enterMovimiento, momentOf } from '#server/cuentas/custodia/entrar'
import { type Cuenta, saldosOf } from '#server/cuentas/custodia/libro'
import { walkDiferencias } from '#server/cuentas/custodia/repo-diferencias'
import { walkList } from '#server/cuentas/perdidas/repo'
import { keepPerdidas } from '#server/cuentas/perdidas/service'
import { keepVisitas } from '#server/flujo/ciclos/visitas'
import { ensureEmpresa } from '#server/personas/usuarios/repo'
import type { Principal } from '#server/platform/auth/principal'
import { createDb, type Db } from '#server/platform/db/client'
import { type Asentado, judgeLibro } from '#server/testing/pool/book'
import { judgeMovimientos, type Paso } from '#server/testing/pool/movements'
import { createRandom, suma } from '../medidas'
import { ZONA } from '../siembra'
import type { PlantaLibro } from './plantas-libro'
import { createPool, DAY, type Lugar, listLugares, simulateVidas, type Vida } from './vidas'

/** Number of steps in which the stays become known; the book is updated after each. */
const RONDAS = 6
/** Maximum delay between a container's arrival and its first reading, in ms. */
const TOLERANCIA_MS = 90 * 60_000
/** Limit of silence of a company with the initial settings, in ms. */
const CALLADO_MS = 300 * 60_000

export type NotaPlanta = {
  nombre: string
  /** Movements in the book that were made by positions. */
  anotados: number
  /** Real movements that readers could see. */
  visibles: number
  /** Movements that are in both. */
  aciertos: number
  /** Real movements that no reader could see. */
  ciegos: number
  /** Moments of the book. */
  momentos: number
  /** Moments at which own stock plus balances differed from the pool. */
  descuadres: number
  /** Containers that were in two accounts, or twice in one, after some moment. */
  dobles: number
  /** Wrong accounts, summed over the checks after each step. */
  saldosMal: number
  /** Real movements that are not in the book, blind ones included. */
  omitidos: number
  /** Of these: the book has the container in its true account at the end. */
  enmendados: number
  /** Of these: the account is wrong, and the container moved less than a limit of silence before the end. */
  recientes: number
  /** Of these: the account is wrong otherwise. */
  pendientes: number
  /** Pending movements whose container the product lists, as silent or as in another account. */
  enLista: number
  /** Containers on those lists. */
  listados: number
}

const principalOf = (empresa: number, usuarioId: number): Principal => ({
  usuarioId,
  username: `banco${empresa}`,
  nombre: 'Banco',
  foto_perfil: null,
  empresa,
  modo: 'completo',
  rol: 'operario',
  tercero: null,
  is_admin: false,
  inicio: 'mapa',
  segundo_factor: false,
  sso: false,
  pendiente: false,
  tokenHash: Buffer.alloc(0),
  clave: null,
})

type Puesta = { empresa: number; principal: Principal; terceros: Map<string, number> }

/** Create the company with its places, a reader at each place that has one, its partners and its containers. */
async function seedPlanta(
  pool: pg.Pool,
  empresa: number,
  lugares: readonly Lugar[],
  vidas: readonly Vida[],
): Promise<Puesta> {
  await ensureEmpresa(createDb(pool), empresa, `Banco ${empresa}`)
  const { rows } = await pool.query<{ id: number }>(
    `insert into usuario (username, username_clave, nombre, clave_hash, empresa_id, rol) values ($1, $1, 'Banco', '-', $2, 'operario') returning id`,
    [`banco${empresa}`, empresa],
  )
  await pool.query(
    `with u as (insert into ubicacion (empresa_id, nombre) select $1, 'L' || n from generate_series(0, $2::int - 1) n returning id)
     insert into dispositivo (empresa_id, mac, tipo, ubicacion_id) select $1, 'C30000' || lpad(to_hex(id), 6, '0'), 'Reader', id from u`,
    [empresa, lugares.length],
  )
  const filas = lugares.flatMap((l, i) => (l.dueno === null ? [] : [{ lugar: `L${i}`, dueno: l.dueno }]))
  const partners = await pool.query<{ id: number; nombre: string }>(
    `with x as (select * from json_to_recordset($2::json) as x(lugar text, dueno text)),
       t as (insert into tercero (empresa_id, nombre, clase) select distinct $1::int, dueno, 'cliente' from x returning id, nombre),
       l as (insert into tercero_lugar (ubicacion_id, tercero_id, empresa_id)
         select u.id, t.id, $1 from x join t on t.nombre = x.dueno join ubicacion u on u.empresa_id = $1 and u.nombre = x.lugar)
     select id, nombre from t`,
    [empresa, JSON.stringify(filas)],
  )
  await pool.query(
    `insert into dispositivo (empresa_id, mac, apodo, tipo, creado, eliminado)
     select $1, x.mac, x.familia || '-' || x.mac, 'SmartBle', to_timestamp(x.creado / 1000), to_timestamp(x.eliminado / 1000)
     from json_to_recordset($2::json) as x(mac text, familia text, creado float8, eliminado float8)`,
    [
      empresa,
      JSON.stringify(
        vidas.map(({ mac, familia, creado, eliminado }) => ({ mac, familia, creado, eliminado })),
      ),
    ],
  )
  return {
    empresa,
    principal: principalOf(empresa, (rows[0] as { id: number }).id),
    terceros: new Map(partners.rows.map((t) => [t.nombre, t.id])),
  }
}

/** Write what readers saw between two moments: the finished stays, and the last one as still going on. */
async function tell(
  pool: pg.Pool,
  { empresa }: Puesta,
  vidas: readonly Vida[],
  from: number,
  to: number,
): Promise<void> {
  const filas = vidas.flatMap((v) => {
    const known = v.vistas.filter((e) => e.hasta <= to)
    const since = known.findLastIndex((e) => e.hasta <= from)
    if (since === known.length - 1) return []
    return known
      .slice(Math.max(0, since))
      .map((e, i, all) => ({ ...e, mac: v.mac, lugar: `L${e.lugar}`, ultima: i === all.length - 1 }))
  })
  await pool.query(
    `with x as (
       select d.id, u.id as lugar, l.id as lector, to_timestamp(x.desde / 1000) as desde, to_timestamp(x.hasta / 1000) as hasta, x.ultima
       from json_to_recordset($2::json) as x(mac text, lugar text, desde float8, hasta float8, ultima boolean) join dispositivo d on d.mac = x.mac
       join ubicacion u on u.empresa_id = $1 and u.nombre = x.lugar join dispositivo l on l.tipo = 'Reader' and l.ubicacion_id = u.id
     ), e as (
       insert into estancia (empresa_id, dispositivo_id, lector_id, ubicacion_id, desde, hasta, silencio, certeza)
       select $1, id, lector, lugar, desde, hasta, false, 0.9 from x where not ultima
     ), s as (
       insert into dispositivo_estado as s (dispositivo_id, empresa_id, ultimo_registro, estado_desde, lector_id, lector_desde, ubicacion_id, certeza)
       select id, $1::int, hasta, hasta, lector, desde, lugar, 0.9 from x where ultima
       on conflict (dispositivo_id) do update set ultimo_registro = excluded.ultimo_registro, lector_id = excluded.lector_id,
         lector_desde = excluded.lector_desde, ubicacion_id = excluded.ubicacion_id
     )
     insert into visita_pendiente (empresa_id, dispositivo_id, desde) select $1, id, min(desde) from x group by id`,
    [empresa, JSON.stringify(filas)],
  )
}

type Fila = {
  momento: Date
  familia: string
  cantidad: number
  de_id: number | null
  a_id: number | null
  fuera: string | null
}
const cuentaOf = (r: Fila, half: 'de' | 'a'): Cuenta =>
  r.fuera === half ? 'fuera' : ((half === 'de' ? r.de_id : r.a_id) ?? 'propio')

async function readBook(pool: pg.Pool, empresa: number): Promise<Asentado[]> {
  const { rows } = await pool.query<Fila & { dispositivo_id: number | null }>(
    'select momento, familia, cantidad, de_id, a_id, fuera, dispositivo_id from movimiento where empresa_id = $1 order by id',
    [empresa],
  )
  return rows.map((r) => ({
    momento: r.momento.getTime(),
    familia: r.familia,
    cantidad: r.cantidad,
    de: cuentaOf(r, 'de'),
    a: cuentaOf(r, 'a'),
    quien: r.dispositivo_id,
  }))
}

/** Number of stored balances that differ from the sum of the book. */
async function countSaldosMal(pool: pg.Pool, empresa: number, book: readonly Asentado[]): Promise<number> {
  const { rows } = await pool.query<{ cuenta: number; familia: string; n: number }>(
    'select cuenta, familia, n from saldo where empresa_id = $1',
    [empresa],
  )
  const kept = new Map<string, number>(rows.map((r) => [`${r.cuenta} ${r.familia}`, r.n]))
  const sums = new Map<string, number>(
    [...saldosOf(book)].flatMap(([cuenta, f]) =>
      cuenta === 'fuera'
        ? []
        : [...f].map(([familia, n]) => [`${cuenta === 'propio' ? 0 : cuenta} ${familia}`, n] as const),
    ),
  )
  return [...new Set([...kept.keys(), ...sums.keys()])].filter(
    (k) => (kept.get(k) ?? 0) !== (sums.get(k) ?? 0),
  ).length
}

/** Enter a count at a partner with a small difference, by number. */
async function enterRecuento(db: Db, { principal, terceros }: Puesta, random: () => number): Promise<void> {
  const ids = [...terceros.values()]
  const tercero = ids[Math.floor(random() * ids.length)] as number
  const cantidad = (random() < 0.5 ? -1 : 1) * (1 + Math.floor(random() * 3))
  const entrada = { tercero, clase: 'recuento' as const, contenedores: [], familia: 'F', cantidad, dia: null }
  await db.transaction().execute((tx) => enterMovimiento(tx, principal, entrada, ZONA))
}

const dayOf = (t: number) => new Intl.DateTimeFormat('sv', { timeZone: ZONA }).format(t)

/** Enter the losses that partners accept in a step; they reduce the pool. Refused if the book has the container in another account. */
async function enterPerdidas(
  db: Db,
  { principal, terceros }: Puesta,
  vidas: readonly Vida[],
  from: number,
  to: number,
) {
  for (const v of vidas) {
    if (!v.perdida || v.perdida.momento <= from || v.perdida.momento > to) continue
    const dia = dayOf(v.perdida.momento)
    const entrada = {
      tercero: terceros.get(v.perdida.de) as number,
      clase: 'perdida' as const,
      contenedores: [v.mac],
      dia,
    }
    const { resultados } = await db
      .transaction()
      .execute((tx) => enterMovimiento(tx, principal, entrada, ZONA))
    v.perdida =
      resultados[0]?.status === 'success' ? { ...v.perdida, momento: momentOf(dia, ZONA).getTime() } : null
  }
}

/** The macs of all containers that the product lists: as silent, or as being in one account and heard in another. */
async function askListas(db: Db, empresa: number): Promise<ReadonlySet<string>> {
  const todos = { empresa, familia: null, peldano: null, lugar: null, de: null, search: null, zona: ZONA }
  const macs = new Set<string>()
  for await (const page of walkList(db, { ...todos, orden: 'desde', sentido: 'asc' }).filas)
    for (const f of page) macs.add(f.mac)
  for await (const page of walkDiferencias(db, { empresa, tercero: null, zona: ZONA }))
    for (const f of page) macs.add(f.mac)
  return macs
}

type Omitidos = Pick<
  NotaPlanta,
  'omitidos' | 'enmendados' | 'recientes' | 'pendientes' | 'enLista' | 'listados'
>

/**
 * What became of the movements that the positions missed: by the truth, the book's account of the container is right again, or wrong. Where
 * it is wrong, the container must be on a list of the product, unless it moved so shortly ago that its silence is not one yet.
 */
async function judgeOmitidos(
  pool: pg.Pool,
  { empresa }: Puesta,
  { vidas, ahora }: { vidas: readonly Vida[]; ahora: number },
  omitidos: readonly Paso[],
): Promise<Omitidos> {
  const { rows } = await pool.query<{ mac: string; cuenta: string | null }>(
    `select d.mac, t.nombre as cuenta from en_cuenta c join dispositivo d on d.id = c.dispositivo_id left join tercero t on t.id = c.tercero_id
     where c.empresa_id = $1`,
    [empresa],
  )
  const libro = new Map(rows.map((r) => [r.mac, r.cuenta ?? 'propio']))
  const listados = await askListas(createDb(pool), empresa)
  const vidaOf = new Map(vidas.map((v) => [v.mac, v]))
  const nota = { omitidos: omitidos.length, enmendados: 0, recientes: 0, pendientes: 0, enLista: 0 }
  for (const { mac } of omitidos) {
    const v = vidaOf.get(mac) as Vida
    const last = v.pasos.at(-1) as Paso
    const cierta = v.eliminado !== null || v.perdida ? 'fuera' : (last.a ?? 'propio')
    if ((libro.get(mac) ?? 'fuera') === cierta) nota.enmendados++
    else if (ahora - last.t < CALLADO_MS + TOLERANCIA_MS) nota.recientes++
    else {
      nota.pendientes++
      if (listados.has(mac)) nota.enLista++
    }
  }
  return { ...nota, listados: listados.size }
}

/**
 * Simulate a plant, let the product keep its book step by step, and compare both.
 * @param empresa a company used for nothing else
 */
export async function judgePlanta(
  pool: pg.Pool,
  p: PlantaLibro,
  seed: number,
  empresa: number,
): Promise<NotaPlanta> {
  const db = createDb(pool)
  const random = createRandom(seed + 1)
  const ahora = Date.now() - 60_000
  const vidas = simulateVidas(p, seed, empresa, ahora)
  const puesta = await seedPlanta(pool, empresa, listLugares(p), vidas)
  const inicio = ahora - p.dias * DAY
  let saldosMal = 0
  for (let i = 1; i <= RONDAS; i++) {
    const [from, to] = [i - 1, i].map((x) => inicio + (x * (ahora - inicio)) / RONDAS) as [number, number]
    await tell(pool, puesta, vidas, from, to)
    await keepVisitas(db, ZONA)
    await keepCustodia(db)
    await enterPerdidas(db, puesta, vidas, from, to)
    await enterRecuento(db, puesta, random)
    saldosMal += await countSaldosMal(pool, empresa, await readBook(pool, empresa))
  }
  await keepCustodia(db)
  await keepPerdidas(db, ZONA)
  const book = judgeLibro(await readBook(pool, empresa), createPool(vidas))
  const { rows } = await pool.query<{ mac: string; t: Date; a: string | null }>(
    `select d.mac, m.momento as t, t.nombre as a from movimiento m join dispositivo d on d.id = m.dispositivo_id left join tercero t on t.id = m.a_id
     where m.empresa_id = $1 and m.clase = 'visto' and m.ubicacion_id is not null and not exists (select from movimiento x where x.anula = m.id)`,
    [empresa],
  )
  const pasos = vidas.flatMap((v) => v.pasos)
  const ciegos = new Set(vidas.flatMap((v) => [...v.ciegos]))
  const nota = judgeMovimientos(
    rows.map((r): Paso => ({ ...r, t: r.t.getTime() })),
    pasos.filter((x) => !ciegos.has(x)),
    TOLERANCIA_MS,
  )
  return {
    nombre: `${p.nombre}, ${seed}`,
    anotados: nota.anotados,
    visibles: nota.ciertos,
    aciertos: nota.aciertos,
    ciegos: ciegos.size,
    momentos: book.momentos,
    descuadres: book.descuadres.length,
    dobles: book.dobles.length,
    saldosMal,
    ...(await judgeOmitidos(pool, puesta, { vidas, ahora }, [...nota.perdidos, ...ciegos])),
  }
}

/** Totals over several plants. */
export const sumPlantas = (notas: readonly NotaPlanta[]) => {
  const of = (k: Exclude<keyof NotaPlanta, 'nombre'>) => suma(notas.map((n) => n[k]))
  return {
    precision: of('aciertos') / of('anotados'),
    recall: of('aciertos') / of('visibles'),
    descuadres: of('descuadres'),
    dobles: of('dobles'),
    saldosMal: of('saldosMal'),
    momentos: of('momentos'),
    omitidos: of('omitidos'),
    pendientes: of('pendientes'),
    enLista: of('enLista'),
  }
}
