// npm run bench -- manuales [--base=embedded,outside]: latency of other calls while a PDF is read that unpacks to much more.
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { hashClave } from '#server/personas/acceso/clave'
import { createUsuario } from '#server/personas/usuarios/repo'
import { makeHostil, makePdf } from '#server/testing/files'
import { measureBases } from '../bases'
import { startRetorna } from '../ingest/carga'
import { type Limites, load, ms, n0, percentile, printTabla } from '../medidas'
import { EMPRESA, seedPlanta } from '../planta'
import { enter, openSembradaCon } from '../sembrada'
import type { Place } from '../sitios'

const LIMITE_MS = 100
const CADA_MS = 20
const REST_S = 10
const ORDER = '(hola) Tj '
/** Unpacked sizes, in MiB. */
const MIB = [5, 20, 20, 60]

const agent = new Agent({ keepAlive: true, maxSockets: 100 })
/** Duration of a call of /healthz, in ms. */
const timeHealthz = (url: string) =>
  new Promise<number>((resolve, reject) => {
    const t0 = performance.now()
    get(`${url}/healthz`, { agent }, (res) => {
      res.resume().on('end', () => resolve(performance.now() - t0))
    }).on('error', reject)
  })

/** Open loop: call when it is due, however late the answers come, until `hasta` is settled. */
async function watch(url: string, hasta: Promise<unknown>): Promise<number[]> {
  let fin = false
  hasta.finally(() => {
    fin = true
  })
  const preguntas: Promise<number>[] = []
  for (let n = 0, t0 = performance.now(); !fin; n++) {
    await sleep(Math.max(0, t0 + n * CADA_MS - performance.now()))
    preguntas.push(timeHealthz(url))
  }
  return Promise.all(preguntas)
}

async function measurePlace(place: Place, limites: Limites): Promise<void> {
  const admin = { username: 'lee', password: 'banco de pruebas' }
  await openSembradaCon(place, async (db, pool) => {
    await seedPlanta(db, pool)
    const claveHash = await hashClave(admin.password)
    await createUsuario(db, { username: 'lee', nombre: 'Lee', claveHash, empresa: EMPRESA, rol: 'admin' })
  })
  const { hijo, url } = await startRetorna(place)
  try {
    const headers = { cookie: await enter(url, admin) }
    const { categories } = await (await fetch(`${url}/api/manuales`, { headers })).json()
    const upload = async (nombre: string, pdf: Buffer) => {
      const body = new FormData()
      body.append('archivo', new Blob([new Uint8Array(pdf)]), `${nombre}.pdf`)
      const ruta = `${url}/api/manuales/documentos?carpeta=${categories[0].id}`
      const res = await fetch(ruta, { method: 'POST', body, headers })
      if (!res.ok) throw new Error(`${nombre}: ${res.status} ${await res.text()}`)
    }
    // Answered only after all manuals have been read.
    await upload('Uno', await makePdf('Un manual como los otros.'))
    const rest = await watch(url, sleep(REST_S * 1000))
    const rows = [['at rest', '', '', ms(percentile(rest, 0.5)), ms(percentile(rest, 1)), '', '']]
    for (const [i, mib] of MIB.entries()) {
      // Each PDF is different: a PDF that has been read is not read again.
      const pdf = await makeHostil(ORDER, Math.floor((mib << 20) / ORDER.length) + i)
      const t0 = performance.now()
      const esperas = await watch(url, upload(`Hostil ${i}`, pdf))
      const peor = percentile(esperas, 1)
      rows.push([
        `PDF of ${mib} MiB`,
        `${n0(pdf.length / 1000)} KB`,
        ms(performance.now() - t0),
        ms(percentile(esperas, 0.5)),
        ms(peor),
        (peor / percentile(rest, 1)).toFixed(1),
        limites.check(
          `/healthz under ${LIMITE_MS} ms, PDF of ${mib} MiB (${place.nombre})`,
          peor < LIMITE_MS,
        ),
      ])
    }
    printTabla(
      `/healthz every ${CADA_MS} ms while a PDF is read, ${place.nombre} PostgreSQL (load ${load()}; limit ${LIMITE_MS} ms)`,
      ['', 'file', 'read in', 'p50', 'worst', 'of rest', ''],
      rows,
    )
  } finally {
    agent.destroy()
    await hijo.stop()
  }
}

await measureBases('Manuals', [(place, _base, limites) => measurePlace(place, limites)], ['embedded'])
