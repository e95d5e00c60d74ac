// The gateways, in a child process so that their cost is measured apart. Controlled by process messages.
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../medidas'
import { LECTORES, TAGS } from '../planta'
import { createPlantaViva, FILAS_MEDIAS } from './mensajes'
import { openHttp, openMqtt, type Puerta } from './puertas'

export type Order =
  | { que: 'open'; via: 'HTTP' | 'MQTT'; url: string; impactos: number }
  /** Offer this many readings a second for this long; 0: as many as are accepted, with `inFlight` messages in flight. */
  | { que: 'run'; segundos: number; ritmo: number; inFlight: number }
  | { que: 'close' }

export type Carrera = {
  segundos: number
  mensajes: number
  /** Number of acknowledged readings. */
  lecturas: number
  fallos: number
  /** Latency in ms, from the time at which a message was due to its acknowledgement. */
  p50: number
  p95: number
  p99: number
  max: number
  cpu: number
  /** Newest acknowledged time of each tag, Unix ms; 0: none. */
  ultimos: number[]
  /** Acknowledged impacts: tag and time. */
  impactos: [tag: number, t: number][]
}

/** After this many failures the server counts as gone. */
const MAX_FAILURES = 200

let puerta: Puerta | null = null
let next = createPlantaViva(1)
const ultimos = new Array<number>(TAGS).fill(0)
const impactos: [number, number][] = []

async function run(o: Extract<Order, { que: 'run' }>): Promise<Carrera> {
  const p = puerta as Puerta
  const latencias: number[] = []
  const enCurso = new Set<Promise<void>>()
  const t0 = performance.now()
  const cpu0 = process.cpuUsage()
  const cadaMs = o.ritmo ? (FILAS_MEDIAS / o.ritmo) * 1000 : 0
  let enviados = 0
  let lecturas = 0
  let fallos = 0

  function sendOne(due: number): void {
    const e = next(enviados++ % LECTORES, Date.now())
    const envio = p.send(e.lector, e.texto).then(
      () => {
        latencias.push(performance.now() - due)
        lecturas += e.tags.length
        for (const [k, tag] of e.tags.entries())
          ultimos[tag] = Math.max(ultimos[tag] as number, e.tiempos[k] as number)
        for (const k of e.impactos) impactos.push([e.tags[k] as number, e.tiempos[k] as number])
      },
      () => {
        fallos++
      },
    )
    enCurso.add(envio)
    envio.finally(() => enCurso.delete(envio))
  }

  const fin = t0 + o.segundos * 1000
  while (performance.now() < fin && fallos < MAX_FAILURES) {
    if (cadaMs) {
      // Open loop: messages are sent when they are due, however late the answers come.
      for (let due = t0 + enviados * cadaMs; due <= performance.now() && enCurso.size < o.inFlight; ) {
        sendOne(due)
        due = t0 + enviados * cadaMs
      }
      await sleep(4)
    } else {
      while (enCurso.size < o.inFlight) sendOne(performance.now())
      await sleep(2)
    }
  }
  const segundos = (performance.now() - t0) / 1000
  const { user, system } = process.cpuUsage(cpu0)
  const enPlazo = lecturas
  // Messages still in flight count for the check of acknowledged readings, not for the rate.
  await Promise.race([Promise.all(enCurso), sleep(3000)])
  return {
    segundos,
    mensajes: latencias.length,
    lecturas: enPlazo,
    fallos,
    p50: percentile(latencias, 0.5),
    p95: percentile(latencias, 0.95),
    p99: percentile(latencias, 0.99),
    max: percentile(latencias, 1),
    cpu: (user + system) / 1e6 / segundos,
    ultimos,
    impactos,
  }
}

process.on('message', async (o: Order) => {
  if (o.que === 'close') {
    await puerta?.close()
    process.disconnect()
    process.exit(0)
  } else if (o.que === 'open') {
    await puerta?.close()
    next = createPlantaViva(Date.now(), o.impactos)
    puerta = o.via === 'HTTP' ? openHttp(o.url) : await openMqtt(o.url)
    process.send?.({ abierta: true })
  } else process.send?.(await run(o))
})
process.on('disconnect', () => process.exit(0))
