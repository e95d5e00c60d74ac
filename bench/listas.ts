// npm run bench -- listas [--eventos=10000000] [--etiquetas=100000] [--base=embedded,outside]: a page of every list at 100,000 containers, alone and beside others, and what hostile calls leave in memory.

import { setTimeout as sleep } from 'node:timers/promises'
import { CLAVES_CIFRA } from '#contract/valores/semana'
import { measureCiclos } from '#server/ciclos/medida'
import { keepVisitas } from '#server/ciclos/visitas'
import { createPool } from '#server/db/cliente'
import { measureBases, optionOf } from './bases'
import { startRetorna } from './carga'
import { seedCiclo } from './ciclo-siembra'
import { seedFlota, TAGS } from './flota'
import { seedHechos } from './hechos'
import { seedUso } from './listas-siembra'
import { carga, createAzar, type Limites, ms, n0, percentil, printTabla, timesOf } from './medidas'
import { awaitPrimeros, enter, openSembradaCon } from './sembrada'
import type { Uso } from './servidor'
import { seedEventos, ZONA } from './siembra'
import type { Sitio } from './sitios'

const P95_MS = 50
const VECES = 40
const JUNTOS = 6
const EVENTOS = Number(optionOf('eventos') ?? 10_000_000)
const LECTORES = 1000
const HOSTILES = 21_000
const REPOSO_S = 60
/** Of what the process held before. */
const MEMORIA = 1.2
const CLAVE = 'banco de pruebas'

const dia = (haceDias: number) => new Date(Date.now() - haceDias * 86_400_000).toISOString()
const SEMANA = `desde=${encodeURIComponent(dia(7))}&hasta=${encodeURIComponent(dia(0))}`

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
  ...CLAVES_CIFRA.map((c) => `/api/hoy/semana/${c}?${SEMANA}`),
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

const openPlanta = (sitio: Sitio) =>
  openSembradaCon(sitio, async (db, pool) => {
    await seedFlota(db, pool)
    const { rows } = await pool.query<{ lector: number; tag: number }>(
      `select min(id) filter (where tipo = 'Reader')::int as lector, min(id) filter (where tipo <> 'Reader')::int as tag from dispositivo`,
    )
    const primero = rows[0] as { lector: number; tag: number }
    await seedEventos(pool, EVENTOS, primero, { tags: TAGS, lectores: LECTORES })
    await seedCiclo(pool)
    await seedHechos(pool, primero)
    await seedUso(db, pool, primero, CLAVE)
    await keepVisitas(db, ZONA)
    await measureCiclos(db, ZONA)
    await pool.query('vacuum analyze')
  })

type Get = (ruta: string) => Promise<unknown>

async function measureListas(get: Get, sitio: Sitio, limites: Limites): Promise<void> {
  const filas: string[][] = []
  for (const ruta of LISTAS) {
    await get(ruta)
    const solos = await timesOf(VECES, () => get(ruta))
    const juntos = (
      await Promise.all(Array.from({ length: JUNTOS }, () => timesOf(VECES / 4, () => get(ruta))))
    ).flat()
    const p95 = percentil(solos, 0.95)
    filas.push([
      ruta.slice(0, 70),
      ms(percentil(solos, 0.5)),
      ms(p95),
      (P95_MS / p95).toFixed(1),
      limites.check(`${ruta}: p95 under ${P95_MS} ms (${sitio.nombre})`, p95 < P95_MS),
      ms(percentil(juntos, 0.95)),
      ms(Math.max(...juntos)),
    ])
  }
  printTabla(
    `Lists of ${n0(TAGS)} containers and ${n0(EVENTOS)} events, ${sitio.nombre} PostgreSQL (load ${carga()}; limit p95 < ${P95_MS} ms)`,
    ['', 'p50', 'p95', 'limit / p95', '', `p95, ${JUNTOS} at once`, 'worst'],
    filas,
  )
}

const VALORES = [
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
  const azar = createAzar(7)
  const pick = <T>(de: readonly T[]) => de[Math.floor(azar() * de.length)] as T
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
    const consulta = Array.from({ length: 3 }, () => `${pick(NOMBRES)}=${pick(VALORES)}`).join('&')
    const body = azar() < 0.2 ? JSON.stringify({ [pick(NOMBRES)]: pick(VALORES).repeat(200) }) : undefined
    const headers = { cookie, ...(body && { 'content-type': 'application/json' }) }
    const res = await fetch(`${url}${ruta}?${consulta}`, { method: body ? 'POST' : 'GET', headers, body })
    await res.arrayBuffer()
  }
  let quedan = HOSTILES
  await Promise.all(
    Array.from({ length: JUNTOS }, async () => {
      while (quedan-- > 0) await send()
    }),
  )
}

async function measureSitio(sitio: Sitio, limites: Limites): Promise<void> {
  const t0 = performance.now()
  await openPlanta(sitio)
  process.stdout.write(`\n${sitio.nombre}: loaded in ${Math.round((performance.now() - t0) / 1000)} s\n`)
  const retorna = await startRetorna(sitio)
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
    await measureListas(get, sitio, limites)
    await sleep(REPOSO_S * 1000)
    const antes = await memoria()
    await sendHostiles(retorna.url, cookie)
    const durante = await memoria()
    await sleep(REPOSO_S * 1000)
    const despues = await memoria()
    const vale = limites.check(
      `memory a minute after at most ${MEMORIA} of before (${sitio.nombre})`,
      despues <= antes * MEMORIA,
    )
    process.stdout.write(
      `\nMemory of the server: ${n0(antes)} MB, after ${n0(HOSTILES)} hostile calls ${n0(durante)}, a minute later ${n0(despues)}: ${(despues / antes).toFixed(2)} ${vale}\n`,
    )
  } finally {
    await pool.end()
    await retorna.hijo.stop()
  }
}

await measureBases('Lists', [(sitio, _base, limites) => measureSitio(sitio, limites)], ['embedded'])
