// @module-tag slow: the plant of the demonstration
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Causa } from '#contract/avisos/causas/causas'
import type { FilaPila, Pilas } from '#contract/cuentas/pilas/pilas'
import type { FilaCiclo } from '#contract/flujo/ciclos/cuadro'
import type { FichaContenedor } from '#contract/oir/contenedores/contenedores'
import type { Incidencia, Ranking } from '#contract/oir/incidencias/incidencias'
import { MIDE } from '#contract/oir/incidencias/values'
import type { Avisos } from '#contract/oir/vivo/live'
import type { Salud } from '#contract/operacion/salud/salud'
import type { Celda, Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import type { Lector } from '#contract/parque/lectores/lectores'
import type { FilaLt } from '#contract/parque/logistica/logistica'
import type { Estado } from '#contract/parque/ubicaciones/ubicaciones'
import type { TablaGrafico } from '#contract/resumen/graficos/graficos'
import { watchPlantas } from '../server/avisos/causas/vigilar'
import { keepPilas } from '../server/cuentas/pilas/keep'
import { keepVisitas } from '../server/flujo/ciclos/visitas'
import { createDb } from '../server/platform/db/client'
import { startDemo } from './at-rest'
import { CONTENEDORES } from './plant/planta'
import { CALLADA } from './pool/parque'
import { pilaOf } from './pool/pila'
import { CLAVE } from './seed'

/** Starts before the demonstration's history, and ends after it. */
const DAYS = 95
const EN_DUDA = 12
const A_LA_VEZ = 8
const NADIE_AVISA = { onOpen: async () => {}, onClose: async () => {} }

describe.runIf(inject('base').hay)('what the calls say of one thing', () => {
  let p: Awaited<ReturnType<typeof startDemo>>
  let cookie: string
  let periodo: string
  let dispositivos: Dispositivo[]
  let contenedores: Dispositivo[]
  let incidencias: Incidencia[]
  const fichas = new Map<string, FichaContenedor>()

  const get = async <T>(ruta: string): Promise<T> => {
    const r = await p.call<T>('GET', ruta, { cookie })
    if (r.status !== 200) throw new Error(`${ruta}: ${r.status} ${JSON.stringify(r.body)}`)
    return r.body
  }
  const chart = (nombre: string) => get<TablaGrafico>(`/api/graficos/${nombre}?${periodo}`)
  /** Describes the things on which two API calls differ. */
  const differ = <T>(rows: Iterable<T>, tell: (f: T) => readonly [string, unknown, unknown]): string[] =>
    [...rows].flatMap((f) => {
      const [nombre, a, b] = tell(f)
      const dichos = [a, b].map((x) =>
        Object.entries(Object(x) as object).map((pair) => JSON.stringify(pair)),
      )
      const [soloA, soloB] = [0, 1].map((i) => dichos[i]?.filter((x) => !dichos[1 - i]?.includes(x)))
      return soloA?.length || soloB?.length ? [`${nombre}: ${soloA} / ${soloB}`] : []
    })
  async function readRows(ruta: string): Promise<unknown[][]> {
    const { readXlsx } = await import('hucre/xlsx')
    const res = await fetch(p.servidor.url + ruta, { headers: { cookie } })
    if (res.status !== 200) throw new Error(`${ruta}: ${res.status}`)
    return (await readXlsx(new Uint8Array(await res.arrayBuffer()))).sheets[0]?.rows ?? []
  }
  /** Number of devices at each place, with those in doubt and those without a signal. */
  function countPlaces(rows: readonly Dispositivo[]) {
    const cuentas = new Map<string, [n: number, dudosos: number, sinSenal: number]>()
    for (const d of rows) {
      const c = cuentas.get(d.Ubicacion ?? 'Sin ubicación') ?? [0, 0, 0]
      c[0]++
      if (d.Situacion === 'en_sitio' && d.Certeza !== null && d.Certeza < 0.6) c[1]++
      if (d.Situacion === 'sin_senal' || d.Situacion === 'lector_mudo') c[2]++
      cuentas.set(d.Ubicacion ?? 'Sin ubicación', c)
    }
    return cuentas
  }

  beforeAll(async () => {
    p = await startDemo(inject('base'))
    const { pool, db } = p.servidor
    // Silences are reported by the clock: no device may be within a quarter of an hour of a limit.
    await pool.query(
      `update dispositivo_estado e set ultimo_registro = case
         when now() - ultimo_registro < interval '9 minutes' then now() else ultimo_registro - interval '15 minutes' end
       from ajuste a where a.empresa_id = e.empresa_id
         and (now() - ultimo_registro < interval '9 minutes' or exists (
           select from unnest(array[minutos_lector_sin_senal, minutos_salida, minutos_viejo, minutos_perdido]) m
           where now() - ultimo_registro between make_interval(mins => m - 15) and make_interval(mins => m)))`,
    )
    // Some devices with a doubtful place, as in a running plant.
    await pool.query(
      `update dispositivo_estado e set certeza = 0.58, segunda_id = (
         select id from ubicacion u where u.empresa_id = e.empresa_id and u.nombre = 'Descarga Llenos')
       where dispositivo_id in (
         select id from dispositivo_actual where empresa_id = 1 and situacion = 'en_sitio' and ubicacion = 'Almacén Lleno'
         order by id limit ${EN_DUDA})`,
    )
    await watchPlantas(db, NADIE_AVISA)
    await keepVisitas(db, p.zona)
    const r = await p.call('POST', '/api/login', { body: { username: 'operario', password: CLAVE } })
    cookie = r.cookie
    const day = (hace: number) => new Date(Date.now() - hace * 86_400_000).toISOString().slice(0, 10)
    periodo = `desde=${day(DAYS)}&hasta=${day(-1)}`
    dispositivos = (await get<{ data: Dispositivo[] }>('/api/device_poc_status')).data
    contenedores = dispositivos.filter((d) => d.TipoDispositivo !== 'Reader')
    for (let i = 0; i < contenedores.length; i += A_LA_VEZ)
      await Promise.all(
        contenedores.slice(i, i + A_LA_VEZ).map(async (d) => {
          const f = await get<FichaContenedor>(`/api/contenedores/${d.Apodo ?? d.Dispositivo}?${periodo}`)
          fichas.set(d.Dispositivo, f)
        }),
      )
    incidencias = await get<Incidencia[]>(`/api/get_incidencias?start_date=${day(DAYS)}`)
  })
  afterAll(() => p?.stop())

  const ficha = (d: Dispositivo) => fichas.get(d.Dispositivo) as FichaContenedor

  test('a container is the same in lists, in its file and alone: place, certainty, state, battery, last seen', async () => {
    expect(contenedores.length).toBeGreaterThan(500)
    expect(contenedores.filter((d) => d.Lugar?.includes(' o ')).length).toBe(EN_DUDA)
    expect(differ(contenedores, (d) => [`ficha ${d.Apodo}`, d, ficha(d).dispositivo])).toEqual([])
    const inventario = (await get<{ data: Dispositivo[] }>('/api/device_poc_status?page=1&per_page=1000'))
      .data
    const deLista = new Map(inventario.map((d) => [d.Dispositivo, d]))
    expect(differ(dispositivos, (d) => [`lista ${d.Apodo}`, d, deLista.get(d.Dispositivo) ?? d])).toEqual([])
    for (const d of contenedores.slice(0, 25))
      expect(await get<Dispositivo>(`/api/dispositivos/${d.Dispositivo}`)).toEqual(d)
  })

  test('a stay that goes on is told with the doubt of its place, and only then', () => {
    const enCurso = contenedores.flatMap((d) => {
      const [e] = ficha(d).estancias
      return e && e.hasta === null ? [{ d, e }] : []
    })
    expect(enCurso.length).toBeGreaterThan(300)
    expect(
      differ(enCurso, ({ d, e }) => [
        `estancia de ${d.Apodo}`,
        [d.Ubicacion, d.Lugar, d.Situacion, d.Certeza],
        [e.Ubicacion, e.Lugar, e.Situacion, e.Certeza],
      ]),
    ).toEqual([])
    // A device at a place has an open stay there; a device that is not heard any more has none.
    const abiertas = new Set(enCurso.map(({ d }) => d.Dispositivo))
    expect(
      differ(contenedores, (d) => [
        `sigue ${d.Apodo} (${d.Situacion})`,
        d.Situacion === 'en_sitio' || d.Situacion === 'en_camino' || d.Situacion === 'lector_mudo',
        abiertas.has(d.Dispositivo),
      ]),
    ).toEqual([])
    const pasadas = contenedores.flatMap((d) => ficha(d).estancias.filter((e) => e.hasta !== null))
    expect(differ(pasadas, (e) => [e.desde, [e.Ubicacion, null], [e.Lugar, e.Certeza]])).toEqual([])
  })

  test('lists of the loop, and files, say the place as the container does', async () => {
    const list: FilaCiclo[] = []
    for (let page = 1; ; page++) {
      const r = await get<{ data: FilaCiclo[] }>(`/api/ciclo/lista?que=dentro&per_page=200&page=${page}`)
      list.push(...r.data)
      if (r.data.length < 200) break
    }
    expect(list.length).toBeGreaterThan(300)
    const de = new Map(contenedores.map((d) => [d.Dispositivo, d]))
    expect(
      differ(list, (f) => {
        const d = de.get(f.mac)
        return [`ciclo ${f.Apodo}`, [d?.Ubicacion, d?.Lugar], [f.Ubicacion, f.Lugar]]
      }),
    ).toEqual([])
    const porApodo = new Map(contenedores.map((d) => [d.Apodo, d.Lugar ?? 'Sin ubicación']))
    for (const ruta of [
      '/api/export_ciclo_lista?que=dentro&formato=xlsx&columnas=apodo,lugar',
      '/api/export_poc?formato=xlsx&columnas=Apodo,Ubicacion',
    ]) {
      const rows = (await readRows(ruta)).filter(([apodo]) => porApodo.has(apodo as string))
      expect(rows.length, ruta).toBeGreaterThan(300)
      expect(
        differ(rows, ([apodo, place]) => [`${ruta} ${apodo}`, porApodo.get(apodo as string), place]),
      ).toEqual([])
    }
  })

  test('places count the same containers, doubtful ones and silent ones: map, floor plan, Tabla MF, charts', async () => {
    const cuentas = countPlaces(contenedores)
    const estado = await get<Estado>('/api/estado_ubicaciones')
    const deEstado = new Map<string, [number, number, number]>()
    for (const f of estado.data) {
      const c = deEstado.get(f.ubicacion) ?? [0, 0, 0]
      deEstado.set(f.ubicacion, [c[0] + f.n, c[1] + f.dudosos, c[2] + f.sin_senal])
    }
    expect(differ(cuentas, ([place, c]) => [`estado ${place}`, c, deEstado.get(place)])).toEqual([])
    const suma = (i: 1 | 2) => [...cuentas.values()].reduce((n, c) => n + c[i], 0)
    // The floor plan counts containers by family.
    type PorFamilia = Record<string, Record<string, number>>
    const inciertos = await get<{ dudosos: PorFamilia; sin_senal: PorFamilia }>('/api/contar_inciertos')
    const sumOf = (f: PorFamilia) =>
      Object.values(f)
        .flatMap((l) => Object.values(l))
        .reduce((a, b) => a + b, 0)
    const [, dudosos, callados] = [...cuentas.values()].reduce((a, b) => [a[0], a[1] + b[1], a[2] + b[2]])
    expect([sumOf(inciertos.dudosos), sumOf(inciertos.sin_senal)]).toEqual([dudosos, callados])
    const celdas = (
      await get<{ celdas: Celda[] }>('/api/mapa_celdas?minlat=30&maxlat=60&minlon=-20&maxlon=20&zoom=12')
    ).celdas
    expect(celdas.reduce((n, c) => n + c.dudosos, 0)).toBe(suma(1))
    expect(celdas.reduce((n, c) => n + c.sin_senal, 0)).toBe(suma(2))
    const { data: lts } = await get<{ data: FilaLt[] }>('/api/logistica')
    const codigos = new Set(lts.map((l) => l.codigo))
    const deTabla = contenedores.filter((d) => codigos.has(d.Apodo?.split('-')[0] ?? ''))
    const total = (field: 'dudosas' | 'sin_senal') =>
      lts.reduce((n, l) => n + l[field].reduce((a, b) => a + b, 0), 0)
    const [, dudosas, sinSenal] = [...countPlaces(deTabla).values()].reduce(
      (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]],
      [0, 0, 0],
    )
    expect([total('dudosas'), total('sin_senal')]).toEqual([dudosas, sinSenal])
    expect((await chart('ocupacion')).nota).toContain(`${EN_DUDA} en duda entre dos ubicaciones`)
  })

  test('impacts are counted alike in files, incidents, charts and ranking, with one peak; a tag that tells none has none', async () => {
    expect(incidencias.length).toBeGreaterThan(100)
    const de = new Map<string, Incidencia[]>()
    for (const i of incidencias) de.set(i.Dispositivo, [...(de.get(i.Dispositivo) ?? []), i])
    expect(
      differ(contenedores, (d) => [
        `impactos de ${d.Apodo}`,
        [de.get(d.Dispositivo)?.length ?? 0, de.get(d.Dispositivo)?.map((i) => i.pico_g) ?? []],
        [ficha(d).impactos_total, ficha(d).impactos.map((i) => i.pico_g)],
      ]),
    ).toEqual([])
    expect(
      contenedores.filter((d) => ficha(d).mide_impactos === null && ficha(d).impactos_total > 0),
    ).toEqual([])
    const peores = await chart('peores')
    const porNombre = new Map(contenedores.map((d) => [d.Apodo ?? d.Dispositivo, d]))
    expect(
      differ(peores.filas, ([nombre, n, , , , pico, mide]) => {
        const f = ficha(porNombre.get(nombre as string) as Dispositivo)
        const suMide = f.mide_impactos === null ? MIDE.nada : f.mide_impactos ? MIDE.si : MIDE.algunos
        return [
          `peores ${nombre}`,
          [f.impactos_total, Math.max(...f.impactos.map((i) => i.pico_g ?? 0)), suMide],
          [n, pico, mide],
        ]
      }),
    ).toEqual([])
    const sumOf = (t: TablaGrafico) =>
      t.filas.reduce((s, f) => s + f.slice(1).reduce<number>((a, v) => a + Number(v), 0), 0)
    expect(sumOf(await chart('impactos_dia'))).toBe(incidencias.length)
    expect(sumOf(await chart('impactos_hora'))).toBe(incidencias.length)
    const desde = periodo.slice('desde='.length, 'desde=2026-01-01'.length)
    for (const por of ['ubicacion', 'lector']) {
      const r = await get<Ranking>(`/api/incidencias_ranking?por=${por}&start_date=${desde}`)
      expect(r.impactos, por).toBe(incidencias.length)
    }
  })

  test('an incident says one peak: its figure is that of its largest sample', async () => {
    for (const i of incidencias.slice(0, 60)) {
      const d = await get<Incidencia & { muestras: [number, number, number, number][] }>(
        `/api/incidencias/${i.id}`,
      )
      const mayor = Math.max(...d.muestras.map(([, ...a]) => Math.hypot(...a)))
      expect(Math.abs(mayor - (d.pico_g ?? 0)), `${i.id}`).toBeLessThan(0.0051)
      expect(d.pico_g).toBe(i.pico_g)
    }
  })

  test('a reader is silent since one moment: lists, charts, causes, health and the notice of the map', async () => {
    cookie = (await p.call('POST', '/api/login', { body: { username: 'admin', password: CLAVE } })).cookie
    const lectores = await get<Lector[]>('/api/lectores?empresa=1')
    const { data: causas } = await get<{ data: Causa[] }>('/api/causas?estado=abiertas&empresa=1')
    const deLista = new Map(
      dispositivos.filter((d) => d.TipoDispositivo === 'Reader').map((d) => [d.Dispositivo, d]),
    )
    const deGrafico = new Map(
      (await get<TablaGrafico>('/api/graficos/lectores?empresa=1')).filas.map((f) => [f[0], f]),
    )
    expect(
      differ(lectores, (l) => [
        `lector ${l.Apodo}`,
        [l.UltimoRegistro, l.UltimoRegistro, l.Ubicacion],
        [deLista.get(l.mac)?.UltimoRegistro, deGrafico.get(l.Apodo)?.[3], deGrafico.get(l.Apodo)?.[1]],
      ]),
    ).toEqual([])
    const mudas = causas.filter((c) => c.clase === 'mudo')
    expect(mudas).toHaveLength(1)
    const res = await fetch(`${p.servidor.url}/api/live?empresa=1`, { headers: { cookie } })
    const { lectoresSinSenal } = await readAvisos(res)
    const suyos = lectoresSinSenal.filter((l) => lectores.some((x) => x.mac === l.mac))
    expect(
      differ(mudas, (c) => {
        const l = lectores.find((x) => x.mac === c.lector?.mac)
        return [`causa de ${l?.Apodo}`, [c.desde, c.desde], [l?.UltimoRegistro, l?.causa?.desde]]
      }),
    ).toEqual([])
    expect(suyos.map((l) => [l.mac, l.desde])).toEqual(mudas.map((c) => [c.lector?.mac, c.desde]))
    const { planta } = await get<Salud>('/api/salud?empresa=1')
    expect(planta.lectores.mudo).toBe(mudas.length)
    expect(planta.averias).toBe(causas.length)
    for (const c of mudas) {
      const tras = contenedores.filter((d) => d.Causa === c.id)
      const detalle = await get<{ afectados: number; contenedores: { mac: string }[] }>(`/api/causas/${c.id}`)
      expect([c.afectados, detalle.afectados, detalle.contenedores.length]).toEqual([
        tras.length,
        tras.length,
        tras.length,
      ])
      expect(tras.every((d) => d.Situacion === 'lector_mudo' && d.Lugar?.startsWith('última vez'))).toBe(true)
    }
  })

  test('batteries are of the classes that they were made for', async () => {
    await keepPilas(createDb(p.servidor.pool))
    const { data } = await get<{ data: FilaPila[] }>('/api/pilas/lista?empresa=1&per_page=200&clase=ya')
    const made = (clase: string) => CONTENEDORES.filter((c) => c.empresa === 1 && pilaOf(c).clase === clase)
    const macs = (rows: readonly { mac: string }[]) => rows.map((f) => f.mac).sort()
    expect(macs(data)).toEqual(macs(made('ya')))
    const asked = await get<{ data: FilaPila[] }>('/api/pilas/lista?empresa=1&motivo=pregunta')
    expect(macs(asked.data)).toEqual([CALLADA.mac])
    const { clases } = await get<Pilas>('/api/pilas?empresa=1')
    const month = await get<{ data: FilaPila[] }>('/api/pilas/lista?empresa=1&per_page=200&clase=este_mes')
    const old = new Set(macs(made('este_mes')))
    expect(month.data.filter((f) => old.has(f.mac)).length / old.size).toBeGreaterThan(0.5)
    expect(clases.reduce((n, c) => n + c.n, 0)).toBe(contenedores.length)
  })

  test('batteries and states are counted as the containers have them', async () => {
    const baterias = await get<TablaGrafico>('/api/graficos/baterias?empresa=1')
    const sinDato = contenedores.filter((d) => d.Bateria === null).length
    expect(baterias.filas.at(-1)?.[1]).toBe(sinDato)
    expect(baterias.filas.reduce((n, f) => n + Number(f[1]), 0)).toBe(contenedores.length)
    for (const estado of ['Posible extravío', 'Posible tránsito', 'Necesita revisar', 'Sin registro']) {
      const { total } = await get<{ total: number }>(
        `/api/device_poc_status?empresa=1&page=1&per_page=1&posible_estado=${encodeURIComponent(estado)}`,
      )
      expect(total, estado).toBe(dispositivos.filter((d) => d.PosibleEstado === estado).length)
    }
  })
})

/** Reads the first notice of a live stream, and closes it. */
async function readAvisos(res: Response): Promise<Avisos> {
  const lector = (res.body as ReadableStream<Uint8Array>).getReader()
  const text = new TextDecoder()
  let parsed = ''
  for (;;) {
    const { value, done } = await lector.read()
    if (done) throw new Error(`the feed ended: ${parsed}`)
    parsed += text.decode(value, { stream: true })
    const [, data] = /event: avisos\ndata: (.+)\n/.exec(parsed) ?? []
    if (data === undefined) continue
    await lector.cancel()
    return JSON.parse(data)
  }
}
