// npm run bench -- listas [--eventos=10000000] [--etiquetas=100000] [--base=embedded,outside]: a page of every list at 100,000 containers,
// alone and concurrently with others, while the plant is heard and two hours after it fell silent, and the memory that hostile calls leave behind.

import { setTimeout as sleep } from 'node:timers/promises'
import { CLAVES_CIFRA } from '#contract/resumen/hoy/semana-values'
import { keepPerdidas } from '#server/cuentas/perdidas/service'
import { keepPilas } from '#server/cuentas/pilas/keep'
import { measureCiclos } from '#server/flujo/ciclos/medida'
import { keepVisitas } from '#server/flujo/ciclos/visitas'
import { createPool } from '#server/platform/db/client'
import { measureBases, optionOf } from '../bases'
import { LECTORES_FLOTA, seedFleet, TAGS } from '../flota'
import { startRetorna } from '../ingest/carga'
import { createRandom, during, type Limites, load, ms, n0, percentile, printTabla, timesOf } from '../medidas'
import { seedCredenciales } from '../planta'
import { awaitPrimeros, enter, openSembradaCon } from '../sembrada'
import type { Uso } from '../servidor'
import { seedEventos, ZONA } from '../siembra'
import type { Place } from '../sitios'
import { seedCiclo } from './ciclo-siembra'
import { seedHechos } from './hechos'
import { seedCustodia, seedPilas, seedUso } from './listas-siembra'
import { hearDuring, makeHeard, makeSilent } from './oida'

const P95_MS = 50
const VECES = 40
const JOINED = 6
const EVENTOS = Number(optionOf('eventos') ?? 10_000_000)
const HOSTILES = 21_000
const REST_S = 60
/** Limit of the memory afterwards, as a ratio of that before. */
const MEMORIA = 1.2
/** Longest allowed wait, in ms, of a call that needs no database while hostile calls are answered. */
const ESPERA_MS = 1000
const CLAVE = 'banco de pruebas'

const day = (haceDias: number) => new Date(Date.now() - haceDias * 86_400_000).toISOString()
const WEEK = `desde=${encodeURIComponent(day(7))}&hasta=${encodeURIComponent(day(0))}`

/** A page of each list, as its screen requests it, and with the filter that indexes help least. */
const LISTAS = [
  ...['dentro', 'atascados', 'aparte', 'callan', 'estancias', 'pasos', 'vueltas'].map(
    (que) => `/api/ciclo/lista?que=${que}`,
  ),
  '/api/ciclo/lista?que=dentro&orden=coste',
  '/api/ciclo/lista?que=estancias&page=400',
  '/api/ciclo',
  '/api/hoy?papel=planificacion',
  '/api/hoy?papel=sistemas',
  ...CLAVES_CIFRA.map((c) => `/api/hoy/semana/${c}?${WEEK}`),
  '/api/avisos',
  '/api/avisos?leido=no',
  '/api/avisos?tipo=golpe&page=100',
  '/api/avisos/sin_leer',
  '/api/avisos/entregas',
  '/api/avisos/entregas?estado=rechazada',
  '/api/avisos/entregas?search=persona 1',
  '/api/auditoria',
  '/api/auditoria?search=banco-3',
  '/api/auditoria?entidad=usuario&accion=cambiar',
  '/api/causas',
  '/api/causas?search=LEC-12',
  '/api/get_incidencias',
  '/api/incidencias_abiertas',
  '/api/incidencias_opciones',
  '/api/incidencias_ranking',
  '/api/device_poc_status?page=1&per_page=50',
  '/api/device_poc_status?page=1&per_page=50&apodo=14-77',
  '/api/device_poc_status?page=1&per_page=50&posible_estado=Posible extravío',
  '/api/devices?page=1&per_page=50',
  '/api/devices_eliminados',
  '/api/resumen_poc',
  '/api/inventario_ubicaciones',
  '/api/estado_ubicaciones',
  '/api/contar_dispositivos',
  '/api/families',
  '/api/logistica',
  '/api/lectores',
  '/api/vistos_sin_registrar',
  '/api/cuarentena',
  '/api/previsiones',
  '/api/ubicaciones',
  '/api/usuarios',
  '/api/vistas?pantalla=inventario',
  '/api/webhooks',
  '/api/codigo?apodo=20001-1',
  '/api/contenedores/20001-1',
  '/api/get_table_data',
  '/api/perdidas',
  '/api/perdidas/lista',
  '/api/perdidas/lista?orden=euros',
  '/api/perdidas/lista?search=14-77',
  '/api/perdidas/lista?peldano=sin_ver',
  '/api/perdidas/precios',
  '/api/perdidas/lista?peldano=en_busqueda&lleva=nadie',
  '/api/perdidas/lista?peldano=en_busqueda&lleva=yo&orden=euros',
  '/api/perdidas/merma',
  '/api/perdidas/merma?por=etapa',
  '/api/perdidas/merma?por=tercero',
  '/api/perdidas/merma/lista?que=declarados',
  '/api/pilas',
  '/api/pilas/lista',
  '/api/pilas?familia=20001',
  '/api/pilas/lista?search=14-77',
  '/api/pilas/lista?clase=ya',
  '/api/pilas/ronda',
  '/api/pilas/aprendido',
  '/api/recuentos',
  '/api/recuentos?estado=por_revisar',
  '/api/recuentos/acuerdos',
  '/api/recuentos/1/lineas',
  '/api/custodia/saldos',
  '/api/custodia/diferencias',
  '/api/custodia/terceros',
  '/api/custodia/contenedores',
  '/api/custodia/contenedores?tercero=1',
  '/api/custodia/extracto?tercero=1',
  '/api/custodia/extracto?tercero=1&page=100',
  '/api/custodia/extracto?tercero=1&search=14-77',
  '/api/custodia/extracto?tercero=1&que=disputa',
]

const openPlanta = (place: Place) =>
  openSembradaCon(place, async (db, pool) => {
    await seedFleet(db, pool)
    await seedCredenciales(pool, LECTORES_FLOTA)
    const { rows } = await pool.query<{ lector: number; tag: number }>(
      `select min(id) filter (where tipo = 'Reader')::int as lector, min(id) filter (where tipo <> 'Reader')::int as tag from dispositivo`,
    )
    const first = rows[0] as { lector: number; tag: number }
    await seedEventos(pool, EVENTOS, first, { tags: TAGS, lectores: LECTORES_FLOTA })
    await seedCiclo(pool)
    await seedHechos(pool, first)
    await seedUso(db, pool, first, CLAVE)
    await keepVisitas(db, ZONA)
    await measureCiclos(db, ZONA)
    await keepPerdidas(db, ZONA)
    await seedPilas(pool)
    await keepPilas(db)
    await seedCustodia(pool)
    await pool.query('vacuum analyze')
  })

/** Whether readers send what they hear while lists are read, or nobody has heard anything for hours. */
type Estado = 'heard' | 'silent'
type Get = (ruta: string) => Promise<unknown>

async function measureListas(get: Get, estado: Estado, place: Place, limites: Limites): Promise<void> {
  const filas: string[][] = []
  for (const ruta of LISTAS) {
    await get(ruta)
    const solos = await timesOf(VECES, () => get(ruta))
    const joined = (
      await Promise.all(Array.from({ length: JOINED }, () => timesOf(VECES / 4, () => get(ruta))))
    ).flat()
    const p95 = percentile(solos, 0.95)
    filas.push([
      ruta.slice(0, 70),
      ms(percentile(solos, 0.5)),
      ms(p95),
      (P95_MS / p95).toFixed(1),
      limites.check(`${ruta}: p95 under ${P95_MS} ms (${estado}, ${place.nombre})`, p95 < P95_MS),
      ms(percentile(joined, 0.95)),
      ms(Math.max(...joined)),
    ])
  }
  printTabla(
    `Lists of ${n0(TAGS)} containers and ${n0(EVENTOS)} events, ${estado}, ${place.nombre} PostgreSQL (load ${load()}; limit p95 < ${P95_MS} ms)`,
    ['', 'p50', 'p95', 'limit / p95', '', `p95, ${JOINED} at once`, 'worst'],
    filas,
  )
}

const VALUES = [
  '-1',
  '0',
  '99999999999',
  '%00',
  "';--",
  'á'.repeat(90),
  '[]',
  'NaN',
  '2026-02-30',
  'true',
  '%F0%9F%92%A9',
]

/** Calls with absurd parameters, some of them in bodies: their answers do not count, only the memory that they leave behind. */
async function sendHostiles(url: string, cookie: string): Promise<void> {
  const random = createRandom(7)
  const pick = <T>(de: readonly T[]) => de[Math.floor(random() * de.length)] as T
  const NOMBRES = [
    'page',
    'per_page',
    'search',
    'apodo',
    'familia',
    'desde',
    'hasta',
    'estado',
    'orden',
    'que',
  ]
  const send = async () => {
    const ruta = pick(LISTAS).split('?')[0]
    const query = Array.from({ length: 3 }, () => `${pick(NOMBRES)}=${pick(VALUES)}`).join('&')
    const body = random() < 0.2 ? JSON.stringify({ [pick(NOMBRES)]: pick(VALUES).repeat(200) }) : undefined
    const headers = { cookie, ...(body && { 'content-type': 'application/json' }) }
    const res = await fetch(`${url}${ruta}?${query}`, { method: body ? 'POST' : 'GET', headers, body })
    await res.arrayBuffer()
  }
  let quedan = HOSTILES
  await Promise.all(
    Array.from({ length: JOINED }, async () => {
      while (quedan-- > 0) await send()
    }),
  )
}

/** Has the server run on the plant in this state; `work` gets the means to call it. */
async function runIn(place: Place, estado: Estado, work: (s: Servidor) => Promise<void>): Promise<void> {
  const base = await place.open()
  const pool = createPool(base.conexion)
  await (estado === 'heard' ? makeHeard(pool) : makeSilent(pool))
  await pool.end()
  await base.stop()
  const retorna = await startRetorna(place)
  const suyo = createPool(retorna.conexion)
  try {
    const cookie = await enter(retorna.url, { username: 'banco-empresa', password: CLAVE })
    const get = async (ruta: string) => {
      const res = await fetch(retorna.url + ruta, { headers: { cookie } })
      if (!res.ok) throw new Error(`${ruta}: ${res.status} ${await res.text()}`)
      return res.arrayBuffer()
    }
    const ready = async () => {
      await awaitPrimeros(suyo)
      // As the database does by itself within minutes, where that is not switched off: the first work has changed whole tables.
      await suyo.query('vacuum analyze')
      await work({ ...retorna, cookie, get })
    }
    await (estado === 'heard' ? hearDuring(suyo, retorna.url, ready) : ready())
  } finally {
    await suyo.end()
    await retorna.hijo.stop()
  }
}

type Servidor = Awaited<ReturnType<typeof startRetorna>> & { cookie: string; get: Get }

async function measurePlace(place: Place, limites: Limites): Promise<void> {
  const t0 = performance.now()
  await openPlanta(place)
  process.stdout.write(`\n${place.nombre}: loaded in ${Math.round((performance.now() - t0) / 1000)} s\n`)
  await runIn(place, 'heard', ({ get }) => measureListas(get, 'heard', place, limites))
  await runIn(place, 'silent', async (s) => {
    await measureListas(s.get, 'silent', place, limites)
    await measureHostiles(s, place, limites)
  })
}

async function measureHostiles(
  { hijo, url, cookie, get }: Servidor,
  place: Place,
  limites: Limites,
): Promise<void> {
  const memoria = async () => (await hijo.ask<Uso>({})).memoriaMb
  await sleep(REST_S * 1000)
  const before = await memoria()
  let peor = 0
  await during(sendHostiles(url, cookie), 50, async () => {
    const t0 = performance.now()
    await get('/healthz')
    peor = Math.max(peor, performance.now() - t0)
  })
  const sirve = limites.check(
    `another call waits at most ${ESPERA_MS} ms (${place.nombre})`,
    peor <= ESPERA_MS,
  )
  const durante = await memoria()
  await sleep(REST_S * 1000)
  const despues = await memoria()
  const vale = limites.check(
    `memory a minute after at most ${MEMORIA} of before (${place.nombre})`,
    despues <= before * MEMORIA,
  )
  process.stdout.write(
    `\nMemory of the server: ${n0(before)} MB, after ${n0(HOSTILES)} hostile calls ${n0(durante)}, a minute later ${n0(despues)}: ${(despues / before).toFixed(2)} ${vale}; another call waited ${ms(peor)} at most ${sirve}\n`,
  )
}

await measureBases('Lists', [(place, _base, limites) => measurePlace(place, limites)], ['embedded'])
