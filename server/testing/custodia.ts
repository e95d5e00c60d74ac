import { expect } from 'vitest'
import type { Extracto, Saldo } from '#contract/cuentas/custodia/custodia'
import type { Tercero } from '#contract/cuentas/custodia/terceros'
import { keepCustodia } from '../cuentas/custodia/anotar'
import { saldosOf } from '../cuentas/custodia/libro'
import { keepVisitas } from '../flujo/ciclos/visitas'
import { createDb } from '../platform/db/client'
import { judgeLibro } from './pool/book'
import { startPrueba } from './retorna'

const DAY = 86_400_000
const LUGARES = ['Casa', 'Muelle', 'Norte', 'Sur'] as const
type Lugar = (typeof LUGARES)[number]
export type Hecho = { movimientos: number[]; resultados: { mac: string; status: string; message: string }[] }

/** A company with two places of its own and one place of each of two partners, and helpers that put containers there. */
export async function startCustodia() {
  const p = await startPrueba()
  const ids = new Map<string, number>()
  const now = Date.now()

  const query = (text: string, values: unknown[] = []) => p.servidor.pool.query(text, values)
  const keep = async () => {
    const db = createDb(p.servidor.pool)
    await keepVisitas(db, p.config.TZ_PLANTA)
    await keepCustodia(db)
  }
  const get = async <T>(ruta: string, quien = 'operario', status = 200) => {
    const r = await p.call<T>('GET', ruta, { cookie: await p.as(quien) })
    expect([ruta, r.status]).toEqual([ruta, status])
    return r.body
  }
  const send = async <T = Hecho>(method: string, ruta: string, body: unknown, quien = 'operario') =>
    p.call<T>(method, ruta, { body, cookie: await p.as(quien) })
  const ok = async <T>(method: string, ruta: string, body: unknown, quien?: string) => {
    const r = await send<T>(method, ruta, body, quien)
    expect([ruta, r.status, r.body]).toEqual([ruta, 200, r.body])
    return r.body
  }
  const saldos = async (quien?: string) => (await get<{ data: Saldo[] }>('/api/custodia/saldos', quien)).data
  const saldoOf = async (t: Tercero | null, quien?: string) =>
    (await saldos(quien)).find((s) => s.empresa === 1 && s.tercero?.id === t?.id)?.n
  const statement = (t: Tercero, mas = '', quien?: string) =>
    get<Extracto>(`/api/custodia/extracto?tercero=${t.id}&per_page=200${mas}`, quien)
  const enter = (body: object, quien?: string) => ok<Hecho>('POST', '/api/custodia/movimientos', body, quien)

  let macs = 0
  /** Register a container that stood in these places, in each from this many days ago on; it is still in the last one. */
  async function put(apodo: string, ...stays: [days: number, Lugar][]) {
    const mac = `AC00000020${String(++macs).padStart(2, '0')}`
    await p.register(mac, 'SmartBle', apodo)
    const id = Number((await query('select id from dispositivo where mac = $1', [mac])).rows[0].id)
    await query("update dispositivo set creado = now() - interval '100 days' where id = $1", [id])
    await stand(id, ...stays)
    return { mac, id }
  }
  async function stand(id: number, ...stays: [days: number, Lugar][]) {
    await query('delete from estancia where dispositivo_id = $1', [id])
    for (const [i, [days, lugar]] of stays.slice(0, -1).entries())
      await query(
        `insert into estancia (empresa_id, dispositivo_id, lector_id, ubicacion_id, desde, hasta, silencio, certeza)
         values (1, $1, $2, $3, $4, $5, false, 0.9)`,
        [
          id,
          ids.get(`L ${lugar}`),
          ids.get(lugar),
          new Date(now - days * DAY),
          new Date(now - (stays[i + 1]?.[0] as number) * DAY),
        ],
      )
    const [days, lugar] = stays.at(-1) as [number, Lugar]
    await query(
      `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado_desde, lector_id, lector_desde, ubicacion_id, certeza)
       values ($1, 1, now(), now(), $2, $3, $4, 0.95)
       on conflict (dispositivo_id) do update set ultimo_registro = now(), lector_id = excluded.lector_id, lector_desde = excluded.lector_desde,
         ubicacion_id = excluded.ubicacion_id`,
      [id, ids.get(`L ${lugar}`), new Date(now - days * DAY), ids.get(lugar)],
    )
    await query(
      "insert into visita_pendiente (empresa_id, dispositivo_id, desde) values (1, $1, '-infinity')",
      [id],
    )
  }
  const rowsOf = async () => (await query('select * from movimiento order by id')).rows
  /** Check every rule of the book on all its rows. */
  async function checkBook() {
    const rows = await rowsOf()
    const all = rows.map((m) => ({
      momento: m.momento.getTime(),
      familia: m.familia as string,
      cantidad: m.cantidad as number,
      de: m.fuera === 'de' ? ('fuera' as const) : m.de_id === null ? ('propio' as const) : Number(m.de_id),
      a: m.fuera === 'a' ? ('fuera' as const) : m.a_id === null ? ('propio' as const) : Number(m.a_id),
      quien: m.dispositivo_id as number | null,
    }))
    const kept = (await query('select cuenta, familia, n from saldo where n <> 0 order by 1, 2')).rows
    const sums = [...saldosOf(all)].flatMap(([cuenta, f]) =>
      cuenta === 'fuera'
        ? []
        : [...f].map(([familia, n]) => ({ cuenta: cuenta === 'propio' ? 0 : cuenta, familia, n })),
    )
    const sort = (x: { cuenta: number; familia: string }[]) =>
      x
        .map((r) => ({ ...r, cuenta: Number(r.cuenta) }))
        .toSorted((a, b) => a.cuenta - b.cuenta || a.familia.localeCompare(b.familia))
    expect(sort(kept)).toEqual(sort(sums))
    expect(judgeLibro(all, null).dobles).toEqual([])
  }

  for (const [i, nombre] of LUGARES.entries()) {
    const u = await query(`insert into ubicacion (empresa_id, nombre) values (1, $1) returning id`, [nombre])
    ids.set(nombre, Number(u.rows[0].id))
    await p.register(`C3000000F${i}F1`, 'Reader', `LEC-${nombre}`)
    const l = await query('update dispositivo set ubicacion_id = $2 where mac = $1 returning id', [
      `C3000000F${i}F1`,
      u.rows[0].id,
    ])
    ids.set(`L ${nombre}`, Number(l.rows[0].id))
  }
  const norte = await ok<Tercero>(
    'POST',
    '/api/custodia/terceros',
    { nombre: 'Norte SA', clase: 'cliente', lugares: [ids.get('Norte')] },
    'admin',
  )
  const sur = await ok<Tercero>(
    'POST',
    '/api/custodia/terceros',
    { nombre: 'Sur SL', clase: 'proveedor', lugares: [ids.get('Sur')] },
    'admin',
  )

  return {
    p,
    norte,
    sur,
    ids,
    now,
    query,
    keep,
    get,
    send,
    ok,
    saldos,
    saldoOf,
    statement,
    enter,
    put,
    stand,
    rowsOf,
    checkBook,
  }
}
export type PuestaCustodia = Awaited<ReturnType<typeof startCustodia>>
