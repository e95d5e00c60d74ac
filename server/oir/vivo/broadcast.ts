import type { Avisos, Cambios } from '#contract/oir/vivo/live'
import { listPorId } from '../../parque/dispositivos/service'
import { listLectoresSinSenal } from '../../parque/lectores/service'
import type { Principal } from '../../platform/auth/principal'
import { listVivas } from '../../platform/auth/repo-session'
import type { Db } from '../../platform/db/client'
import { isoPlanta } from '../../platform/time/time'

const CADA_MS = 1000
const AVISOS_MS = 15_000
const MAX_DISPOSITIVOS = 500

export type Subscriber = {
  /** Null: all companies. */
  empresa: number | null
  /** Session of the user. The stream ends when the session ends or its rights change. */
  principal: Pick<Principal, 'tokenHash' | 'empresa' | 'modo' | 'rol'>
  send(message: Buffer): void
  close(): void
}

/**
 * A message as sent. All receivers share one buffer, also while slow ones have not read it: pending messages take no more memory for many
 * receivers than for one.
 */
const messageOf = (evento: 'cambios' | 'avisos' | 'aviso', data: Cambios | Avisos | object) =>
  Buffer.from(`event: ${evento}\ndata: ${JSON.stringify(data)}\n\n`)
const HAY_AVISOS = messageOf('aviso', {})

/**
 * Live changes for open windows. Ids of changed devices are collected for a second, read once for each company, and sent to its clients.
 * Nothing is read while there are no clients.
 */
export function createBroadcast(db: Db, zona: string, onFail: (e: unknown) => void) {
  const subscribers = new Set<Subscriber>()
  /** Clients that wait for their first news of silent readers. */
  const nuevos = new Set<Subscriber>()
  const pendientes = new Map<number, Set<number>>()
  /** Companies with users who have a new notice. */
  const conAvisos = new Set<number>()
  let ultimosAvisos = Number.NEGATIVE_INFINITY
  let ocupada = false
  /** Changes were taken but could not be read: all clients must reload. */
  let perdidos = false

  /** Closes the streams of users who logged out, were deactivated or have other rights now. Runs before each send. */
  async function dropTerminadas(): Promise<void> {
    // Clients that connect during the query were checked a moment ago.
    const preguntados = [...subscribers]
    const hashes = new Map(
      preguntados.map((o) => [o.principal.tokenHash.toString('hex'), o.principal.tokenHash]),
    )
    const vivas = await listVivas(db, [...hashes.values()])
    for (const o of preguntados) {
      const now = vivas.get(o.principal.tokenHash.toString('hex'))
      const { empresa, modo, rol } = o.principal
      if (now?.empresa === empresa && now.modo === modo && now.rol === rol) continue
      subscribers.delete(o)
      o.close()
    }
  }

  /** Sends a message to all clients with the same companies. */
  function sendA(empresa: number | null, message: Buffer): void {
    for (const o of subscribers) if (o.empresa === empresa) o.send(message)
  }

  async function sendCambios(): Promise<void> {
    const cambiados = [...pendientes]
    pendientes.clear()
    const vistas = new Set([...subscribers].map((o) => o.empresa))
    const porVista = new Map<number | null, Cambios>()
    for (const [empresa, ids] of cambiados) {
      const interesadas = [empresa, null].filter((v) => vistas.has(v))
      if (!interesadas.length) continue
      const recargar = ids.size > MAX_DISPOSITIVOS
      const leidos = await listPorId(db, [...ids].slice(0, MAX_DISPOSITIVOS), zona)
      const dispositivos = leidos.filter((d) => d.empresa === empresa)
      for (const v of interesadas) {
        const previous = porVista.get(v) ?? { recargar: false, dispositivos: [] }
        const joined = [...previous.dispositivos, ...dispositivos]
        porVista.set(v, {
          recargar: previous.recargar || recargar || joined.length > MAX_DISPOSITIVOS,
          dispositivos: joined.slice(0, MAX_DISPOSITIVOS),
        })
      }
    }
    for (const [v, cambios] of porVista) sendA(v, messageOf('cambios', cambios))
  }

  async function avisosOf(empresa: number | null): Promise<Avisos> {
    const rows = await listLectoresSinSenal(db, empresa)
    return { lectoresSinSenal: rows.map((f) => ({ ...f, desde: isoPlanta(f.desde, zona) })) }
  }

  async function sendAvisos(): Promise<void> {
    const empresas = new Set([...subscribers].map((o) => o.empresa))
    for (const empresa of empresas) {
      // Clients that connect during the query ask later than it does.
      const preguntados = [...nuevos].filter((o) => o.empresa === empresa)
      const message = messageOf('avisos', await avisosOf(empresa))
      for (const o of preguntados) nuevos.delete(o)
      sendA(empresa, message)
    }
  }

  /** Only tells that there are new notices: each client then requests its own. */
  function sendHayAvisos(): void {
    for (const o of subscribers) if (conAvisos.has(o.principal.empresa)) o.send(HAY_AVISOS)
    conAvisos.clear()
  }

  async function tick(): Promise<void> {
    if (ocupada || !subscribers.size) {
      if (!subscribers.size) pendientes.clear()
      return
    }
    ocupada = true
    try {
      await dropTerminadas()
      if (perdidos) reset()
      perdidos = pendientes.size > 0
      if (perdidos) await sendCambios()
      perdidos = false
      sendHayAvisos()
      if (performance.now() - ultimosAvisos > AVISOS_MS) {
        ultimosAvisos = performance.now()
        await sendAvisos()
      }
    } catch (e) {
      // Retried in the next second.
      onFail(e)
    } finally {
      ocupada = false
    }
  }

  function reset(): void {
    const message = messageOf('cambios', { recargar: true, dispositivos: [] })
    for (const o of subscribers) o.send(message)
  }

  const clock = setInterval(tick, CADA_MS)
  clock.unref()

  return {
    /** Parses a notification of the ingest, `empresa:id,id,…`. */
    changed(aviso: string): void {
      if (!subscribers.size) return
      const [empresa, ids = ''] = aviso.split(':')
      const joined = pendientes.get(Number(empresa)) ?? new Set()
      for (const id of ids.split(',')) if (/^\d+$/.test(id)) joined.add(Number(id))
      if (joined.size) pendientes.set(Number(empresa), joined)
    },
    /** Users of a company have a new notice. */
    told(empresa: number): void {
      if (subscribers.size) conAvisos.add(empresa)
    },
    /** A notification may have been missed: all clients reload. */
    reset,
    async add(o: Subscriber): Promise<void> {
      subscribers.add(o)
      nuevos.add(o)
      const avisos = await avisosOf(o.empresa).catch((e) => {
        onFail(e)
        return { lectoresSinSenal: [] }
      })
      // It may have been told of newer ones meanwhile.
      if (nuevos.delete(o)) o.send(messageOf('avisos', avisos))
    },
    remove(o: Subscriber): void {
      subscribers.delete(o)
    },
    stop(): void {
      clearInterval(clock)
    },
  }
}

export type Broadcast = ReturnType<typeof createBroadcast>
