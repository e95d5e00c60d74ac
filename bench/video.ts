// npm run bench -- video [--base=embedded,outside]: five people watch a film of 50 MB, which lies in the database, by ranges; and what the
// process takes of memory meanwhile.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { hashClave } from '#server/acceso/clave'
import { createUsuario } from '#server/usuarios/repo'
import { measureBases } from './bases'
import { startRetorna } from './carga'
import { carga, type Limites, ms, n0, percentil, printTabla } from './medidas'
import { EMPRESA, seedPlanta } from './planta'
import { enter, openSembradaCon } from './sembrada'
import type { Uso } from './servidor'
import type { Sitio } from './sitios'

const BYTES = 50 << 20
const PERSONAS = 5
/** What a browser asks for at a time, about. */
const RANGO = 2 << 20
const VUELTAS = 3
const MEMORIA_MB = 128
const PRIMERO_MS = 250

async function measureSitio(sitio: Sitio, limites: Limites): Promise<void> {
  const admin = { username: 've', password: 'banco de pruebas' }
  await openSembradaCon(sitio, async (db, pool) => {
    await seedPlanta(db, pool)
    const claveHash = await hashClave(admin.password)
    await createUsuario(db, { username: 've', nombre: 'Ve', claveHash, empresa: EMPRESA, rol: 'admin' })
  })
  const { hijo, url } = await startRetorna(sitio)
  const readMemoria = async () => (await hijo.ask<Uso>({})).memoriaMb
  try {
    const headers = { cookie: await enter(url, admin) }
    const { categories } = await (await fetch(`${url}/api/manuales`, { headers })).json()
    const inicio = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom')])
    const film = new Blob([inicio, randomBytes(BYTES - inicio.length)])
    const body = new FormData()
    body.append('archivo', film, 'Largo.mp4')
    const antes = await readMemoria()
    const t0 = performance.now()
    const subida = await fetch(`${url}/api/manuales/documentos?carpeta=${categories[0].id}`, {
      method: 'POST',
      body,
      headers,
    })
    if (!subida.ok) throw new Error(`${subida.status} ${await subida.text()}`)
    const tardo = performance.now() - t0
    const { id } = (await subida.json()) as { id: string }
    const trasSubida = await readMemoria()

    const primeros: number[] = []
    let peor = 0
    let fin = false
    const vigila = (async () => {
      while (!fin) {
        peor = Math.max(peor, await readMemoria())
        await sleep(50)
      }
    })()
    const watch = async () => {
      for (let desde = 0; desde < BYTES; desde += RANGO) {
        const t = performance.now()
        const res = await fetch(`${url}/api/manuales/archivo/${id}`, {
          headers: { range: `bytes=${desde}-${Math.min(desde + RANGO, BYTES) - 1}` },
        })
        if (res.status !== 206) throw new Error(`status ${res.status}`)
        primeros.push(performance.now() - t)
        await res.arrayBuffer()
      }
    }
    const t1 = performance.now()
    for (let i = 0; i < VUELTAS; i++) await Promise.all(Array.from({ length: PERSONAS }, watch))
    const segundos = (performance.now() - t1) / 1000
    fin = true
    await vigila
    const mbs = (VUELTAS * PERSONAS * BYTES) / 1e6 / segundos
    const p95 = percentil(primeros, 0.95)
    printTabla(
      `${PERSONAS} people watch ${n0(BYTES / 1e6)} MB, ${sitio.nombre} PostgreSQL (load ${carga()})`,
      ['', '', ''],
      [
        ['upload', ms(tardo), `${n0(trasSubida - antes)} MB more memory`],
        ['answer begins, p50', ms(percentil(primeros, 0.5)), ''],
        [
          'answer begins, p95',
          ms(p95),
          limites.check(`begins in ${PRIMERO_MS} ms (${sitio.nombre})`, p95 < PRIMERO_MS),
        ],
        ['all of them together', `${n0(mbs)} MB/s`, ''],
        [
          'memory beyond rest, worst',
          `${n0(peor - antes)} MB`,
          limites.check(`under ${MEMORIA_MB} MB more (${sitio.nombre})`, peor - antes < MEMORIA_MB),
        ],
      ],
    )
  } finally {
    await hijo.stop()
  }
}

await measureBases('A film', [(sitio, _base, limites) => measureSitio(sitio, limites)], ['outside'])
