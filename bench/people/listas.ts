// npm run bench -- listas [--eventos=10000000] [--etiquetas=100000] [--base=embedded,outside]: a page of every list at 100,000 containers, alone and beside others, and what hostile calls leave in memory.

import { setTimeout as sleep } from 'node:timers/promises'
import { CLAVES_CIFRA } from '#contract/valores/eventos/semana'
import { measureCiclos } from '#server/domains/ciclos/medida'
import { keepVisitas } from '#server/domains/ciclos/visitas'
import { createPool } from '#server/platform/db/client'
import { measureBases, optionOf } from '../bases'
import { seedFleet, TAGS } from '../flota'
import { startRetorna } from '../ingest/carga'
import { createRandom, type Limites, load, ms, n0, percentile, printTabla, timesOf } from '../medidas'
import { awaitPrimeros, enter, openSembradaCon } from '../sembrada'
import type { Uso } from '../servidor'
import { seedEventos, ZONA } from '../siembra'
import type { Place } from '../sitios'
import { seedCiclo } from './ciclo-siembra'
import { seedHechos } from './hechos'
import { seedUso } from './listas-siembra'

const P95_MS = 50
const VECES = 40
const JOINED = 6
const EVENTOS = Number(optionOf('eventos') ?? 10_000_000)
const LECTORES = 1000
const HOSTILES = 21_000
const REST_S = 60
/** Of what the process held before. */
const MEMORIA = 1.2
const CLAVE = 'banco de pruebas'

const day = (haceDias: number) => new Date(Date.now() - haceDias * 86_400_000).toISOString()
const WEEK = `desde=${encodeURIComponent(day(7))}&hasta=${encodeURIComponent(day(0))}`

/** A page of each list, as its screen asks for it, and with the filter that finds least by an index. */
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
]

const openPlanta = (place: Place) =>
  openSembradaCon(place, async (db, pool) => {
    await seedFleet(db, pool)
    const { rows } = await pool.query<{ lector: number; tag: number }>(
      `select min(id) filter (where tipo = 'Reader')::int as lector, min(id) filter (where tipo <> 'Reader')::int as tag from dispositivo`,
    )
    const first = rows[0] as { lector: number; tag: number }
    await seedEventos(pool, EVENTOS, first, { tags: TAGS, lectores: LECTORES })
    await seedCiclo(pool)
    await seedHechos(pool, first)
    await seedUso(db, pool, first, CLAVE)
    await keepVisitas(db, ZONA)
    await measureCiclos(db, ZONA)
    await pool.query('vacuum analyze')
  })

type Get = (ruta: string) => Promise<unknown>

async function measureListas(get: Get, place: Place, limites: Limites): Promise<void> {
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
      limites.check(`${ruta}: p95 under ${P95_MS} ms (${place.nombre})`, p95 < P95_MS),
      ms(percentile(joined, 0.95)),
      ms(Math.max(...joined)),
    ])
  }
  printTabla(
    `Lists of ${n0(TAGS)} containers and ${n0(EVENTOS)} events, ${place.nombre} PostgreSQL (load ${load()}; limit p95 < ${P95_MS} ms)`,
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

/** Calls with parameters that nobody means, some of them as bodies: what they are answered does not count, what they leave behind does. */
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

async function measurePlace(place: Place, limites: Limites): Promise<void> {
  const t0 = performance.now()
  await openPlanta(place)
  process.stdout.write(`\n${place.nombre}: loaded in ${Math.round((performance.now() - t0) / 1000)} s\n`)
  const retorna = await startRetorna(place)
  const pool = createPool(retorna.conexion)
  try {
    await awaitPrimeros(pool)
    const cookie = await enter(retorna.url, { username: 'banco-empresa', password: CLAVE })
    const get = async (ruta: string) => {
      const res = await fetch(retorna.url + ruta, { headers: { cookie } })
      if (!res.ok) throw new Error(`${ruta}: ${res.status} ${await res.text()}`)
      return res.arrayBuffer()
    }
    const memoria = async () => (await retorna.hijo.ask<Uso>({})).memoriaMb
    await measureListas(get, place, limites)
    await sleep(REST_S * 1000)
    const before = await memoria()
    await sendHostiles(retorna.url, cookie)
    const durante = await memoria()
    await sleep(REST_S * 1000)
    const despues = await memoria()
    const vale = limites.check(
      `memory a minute after at most ${MEMORIA} of before (${place.nombre})`,
      despues <= before * MEMORIA,
    )
    process.stdout.write(
      `\nMemory of the server: ${n0(before)} MB, after ${n0(HOSTILES)} hostile calls ${n0(durante)}, a minute later ${n0(despues)}: ${(despues / before).toFixed(2)} ${vale}\n`,
    )
  } finally {
    await pool.end()
    await retorna.hijo.stop()
  }
}

await measureBases('Lists', [(place, _base, limites) => measurePlace(place, limites)], ['embedded'])
