// npm run bench -- video [--base=embedded,outside]: five people watch a 50 MB film, which is stored in the database, by ranges; and the
// memory of the process meanwhile.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { hashClave } from '#server/personas/acceso/clave'
import { createUsuario } from '#server/personas/usuarios/repo'
import { measureBases } from '../bases'
import { startRetorna } from '../ingest/carga'
import { type Limites, load, ms, n0, percentile, printTabla } from '../medidas'
import { EMPRESA, seedPlanta } from '../planta'
import { enter, openSembradaCon } from '../sembrada'
import type { Uso } from '../servidor'
import type { Place } from '../sitios'

const BYTES = 50 << 20
const PERSONAS = 5
/** Approximate size of a browser's range request, in bytes. */
const RANGE = 2 << 20
const VUELTAS = 3
const MEMORIA_MB = 128
const FIRST_MS = 250

async function measurePlace(place: Place, limites: Limites): Promise<void> {
  const admin = { username: 've', password: 'banco de pruebas' }
  await openSembradaCon(place, async (db, pool) => {
    await seedPlanta(db, pool)
    const claveHash = await hashClave(admin.password)
    await createUsuario(db, { username: 've', nombre: 'Ve', claveHash, empresa: EMPRESA, rol: 'admin' })
  })
  const { hijo, url } = await startRetorna(place)
  const readMemoria = async () => (await hijo.ask<Uso>({})).memoriaMb
  try {
    const headers = { cookie: await enter(url, admin) }
    const { categories } = await (await fetch(`${url}/api/manuales`, { headers })).json()
    const inicio = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom')])
    const film = new Blob([inicio, randomBytes(BYTES - inicio.length)])
    const body = new FormData()
    body.append('archivo', film, 'Largo.mp4')
    const before = await readMemoria()
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
      for (let desde = 0; desde < BYTES; desde += RANGE) {
        const t = performance.now()
        const res = await fetch(`${url}/api/manuales/archivo/${id}`, {
          headers: { range: `bytes=${desde}-${Math.min(desde + RANGE, BYTES) - 1}` },
        })
        if (res.status !== 206) throw new Error(`status ${res.status}`)
        primeros.push(performance.now() - t)
        await res.arrayBuffer()
      }
    }
    const t1 = performance.now()
    for (let i = 0; i < VUELTAS; i++) await Promise.all(Array.from({ length: PERSONAS }, watch))
    const seconds = (performance.now() - t1) / 1000
    fin = true
    await vigila
    const mbs = (VUELTAS * PERSONAS * BYTES) / 1e6 / seconds
    const p95 = percentile(primeros, 0.95)
    printTabla(
      `${PERSONAS} people watch ${n0(BYTES / 1e6)} MB, ${place.nombre} PostgreSQL (load ${load()})`,
      ['', '', ''],
      [
        ['upload', ms(tardo), `${n0(trasSubida - before)} MB more memory`],
        ['answer begins, p50', ms(percentile(primeros, 0.5)), ''],
        [
          'answer begins, p95',
          ms(p95),
          limites.check(`begins in ${FIRST_MS} ms (${place.nombre})`, p95 < FIRST_MS),
        ],
        ['all of them together', `${n0(mbs)} MB/s`, ''],
        [
          'memory beyond rest, worst',
          `${n0(peor - before)} MB`,
          limites.check(`under ${MEMORIA_MB} MB more (${place.nombre})`, peor - before < MEMORIA_MB),
        ],
      ],
    )
  } finally {
    await hijo.stop()
  }
}

await measureBases('A film', [(place, _base, limites) => measurePlace(place, limites)], ['outside'])
