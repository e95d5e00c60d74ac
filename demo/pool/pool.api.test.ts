// @module-tag slow: the plant of the demonstration
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Extracto, FilaDiferencia, Saldo } from '#contract/cuentas/custodia/custodia'
import type { Merma } from '#contract/cuentas/perdidas/merma'
import type { Perdidas } from '#contract/cuentas/perdidas/perdidas'
import type { Peldano } from '#contract/cuentas/perdidas/values'
import { keepMerma } from '../../server/cuentas/perdidas/merma/keep'
import { keepPerdidas } from '../../server/cuentas/perdidas/service'
import { judgeMovimientos, type Paso, precisionOf, recallOf } from '../../server/testing/pool/movements'
import { startDemo } from '../at-rest'
import { createMovementPlan, DAYS } from '../plant/movement-plan'
import { silenceOf } from '../plant/papeles'
import { CONTENEDORES, type ContenedorDemo } from '../plant/planta'
import { CLAVE, findSiembra } from '../seed'
import { ACEPTADAS, DE_TERCERO, EN_ALBARAN, TERCEROS } from './custodia'

const MINUTE = 60_000
/** Minimum length of a stay to count, and the largest delay between putting a container down and hearing it. */
const MINIMO = 10 * MINUTE
const TOLERANCIA = 90 * MINUTE

const OWNER = new Map(
  TERCEROS.flatMap((t) => t.lugares.map((l) => [l as string, t.nombre as string] as const)),
)

/** The holder by mac; null: the company. */
type Hands = Map<string, string | null>

/**
 * Ground truth from the movement plan, which the product does not know: which container came to which holder, and when. A container on the
 * road at the end, or that arrived too recently to count, may be held by the holder it leaves or the one it goes to: `road` has the latter.
 */
function truthOf(siembra: number): { pasos: Paso[]; ahora: Hands; road: Hands } {
  const plan = createMovementPlan(siembra)
  const inicio = siembra - DAYS * 1440 * MINUTE
  const lives = new Map<ContenedorDemo, { t: number; lugar: string }[]>()
  for (const { contenedor, lugar } of plan.salidas)
    if (contenedor.empresa === 1 && contenedor.papel !== 'nunca') lives.set(contenedor, [{ t: 0, lugar }])
  for (let lote = plan.next(siembra); lote; lote = plan.next(siembra))
    for (const m of lote) lives.get(m.contenedor)?.push({ t: m.camino.llega, lugar: m.lugar })
  const pasos: Paso[] = []
  const ahora: Hands = new Map()
  const road: Hands = new Map()
  for (const [c, life] of lives) {
    const fin = Math.min(silenceOf(c, siembra), siembra)
    let who: string | null = null
    for (const [i, { t, lugar }] of life.entries()) {
      const a = OWNER.get(lugar) ?? null
      if (t >= fin || Math.min(life[i + 1]?.t ?? fin, fin) - t < MINIMO || a === who) continue
      who = a
      if (t >= inicio) pasos.push({ mac: c.mac, t, a })
    }
    ahora.set(c.mac, who)
    const last = life.at(-1)
    if (last && fin === siembra && last.t > siembra - MINIMO) road.set(c.mac, OWNER.get(last.lugar) ?? null)
  }
  return { pasos, ahora, road }
}

describe.runIf(inject('base').hay)('the pool of the demonstration, and what really happened', () => {
  let p: Awaited<ReturnType<typeof startDemo>>
  let truth: ReturnType<typeof truthOf>
  const asWho = async (username: string) =>
    (await p.call('POST', '/api/login', { body: { username, password: CLAVE } })).cookie
  let cookie: string
  const get = async <T>(ruta: string, who = cookie): Promise<T> => {
    const r = await p.call<T>('GET', ruta, { cookie: who })
    if (r.status !== 200) throw new Error(`${ruta}: ${r.status} ${JSON.stringify(r.body)}`)
    return r.body
  }
  const book = async (text: string) => (await p.servidor.pool.query(text)).rows

  beforeAll(async () => {
    p = await startDemo(inject('base'))
    const { db } = p.servidor
    truth = truthOf((await findSiembra(db)) as number)
    await keepPerdidas(db, p.zona)
    await keepMerma(db, p.zona)
    cookie = await asWho('operario')
  })
  afterAll(() => p?.stop())

  test('movements made by what was seen are those that happened: 97 of 100 either way', async () => {
    const rows: { mac: string; t: Date; a: string | null }[] = await book(`
      select d.mac, m.momento as t, t.nombre as a from movimiento m join dispositivo d on d.id = m.dispositivo_id
      left join tercero t on t.id = m.a_id
      where m.clase = 'visto' and m.ubicacion_id is not null and m.empresa_id = 1
        and not exists (select from movimiento x where x.anula = m.id)`)
    const nota = judgeMovimientos(
      rows.map((r) => ({ ...r, t: r.t.getTime() })),
      truth.pasos,
      TOLERANCIA,
    )
    expect(truth.pasos.length).toBeGreaterThan(10_000)
    expect(precisionOf(nota)).toBeGreaterThan(0.97)
    expect(recallOf(nota)).toBeGreaterThan(0.97)
  })

  test('balances are those of the truth, but for what people entered; own stock and balances are the pool', async () => {
    const { data } = await get<{ data: Saldo[] }>('/api/custodia/saldos?empresa=1')
    const nOf = (nombre: string | null) => data.find((s) => (s.tercero?.nombre ?? null) === nombre)?.n ?? 0
    const [prensas, montajes] = TERCEROS.map((t) => t.nombre) as [string, string]
    /** By how many containers a balance differs from what can be true. */
    const offOf = (nombre: string, entered: number) => {
      const macs = [...truth.ahora.keys()]
      const at = (hands: Hands, mac: string) => hands.get(mac) === nombre
      const sure = macs.filter((m) => at(truth.ahora, m) && (!truth.road.has(m) || at(truth.road, m))).length
      const atMost = macs.filter((m) => at(truth.ahora, m) || at(truth.road, m)).length
      // On the road or just arrived: up to 6 % around a change of shift.
      expect(atMost - sure).toBeLessThan(macs.length / 10)
      const n = nOf(nombre) - entered
      return Math.max(sure - n, n - atMost, 0)
    }
    const [{ n: aceptadas }] = await book("select count(*)::int as n from movimiento where clase = 'perdida'")
    // Fewer, if fewer fell silent at the partner in these days.
    expect(aceptadas).toBeLessThanOrEqual(ACEPTADAS)
    // Two by a count without names, plus a delivery note whose containers never left, minus accepted losses.
    expect(offOf(prensas, EN_ALBARAN - aceptadas + 2)).toBeLessThanOrEqual(2)
    expect(offOf(montajes, 0)).toBeLessThanOrEqual(2)
    const [{ n }] = await book(
      "select count(*)::int as n from dispositivo where empresa_id = 1 and tipo <> 'Reader' and eliminado is null",
    )
    expect(data.reduce((sum, s) => sum + s.n, 0)).toBe(n - aceptadas)
  })

  test('what the delivery note says and the place does not is a list of containers; the partner sees its own alone', async () => {
    const { data } = await get<{ data: FilaDiferencia[]; total: number }>(
      '/api/custodia/diferencias?empresa=1',
    )
    const noted = await book("select contenedor from movimiento where documento = 'ALB-2041' order by 1")
    expect(noted).toHaveLength(EN_ALBARAN)
    const listed = data.filter((f) => f.libro === TERCEROS[0].nombre && f.visto === null).map((f) => f.apodo)
    expect(listed).toEqual(expect.arrayContaining(noted.map((r) => r.contenedor)))
    const suya = await asWho(DE_TERCERO.username)
    const suyo = await get<Extracto>('/api/custodia/extracto?que=disputa', suya)
    expect(suyo.data).toMatchObject([{ documento: 'REC-7', cantidad: 2, dichos: [{ ajeno: true }] }])
    expect(
      (await get<{ data: Saldo[] }>('/api/custodia/saldos', suya)).data.map((s) => s.tercero?.nombre),
    ).toEqual([TERCEROS[0].nombre])
  })

  test('what people said of silent containers is on their rungs, and nobody hears one of them again', async () => {
    const { peldanos } = await get<Perdidas>('/api/perdidas?empresa=1')
    const nOn = (peldano: Peldano) => peldanos.find((x) => x.peldano === peldano)?.n
    expect([nOn('declarada'), nOn('propuesta')]).toEqual([2, 1])
    const merma = await get<Merma>('/api/perdidas/merma?empresa=1')
    expect([merma.total.declarados, merma.total.perdidos]).toEqual([2, 2])
    const said = (
      await book('select d.mac from perdida_asiento a join dispositivo d on d.id = a.dispositivo_id')
    ).map((r) => r.mac)
    const lost = new Set(CONTENEDORES.filter((c) => c.papel === 'perdido').map((c) => c.mac))
    expect(said.filter((mac) => !lost.has(mac))).toEqual([])
  })
})
