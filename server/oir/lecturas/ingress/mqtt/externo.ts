import { setTimeout as sleep } from 'node:timers/promises'
import type { Metricas } from '../../../../platform/metrics/metrics'
import { createShareManager } from '../../pipeline/ownership/share-manager'
import type { Recepcion } from '../recepcion'
import { readAjena } from './ajena'
import type { SessionGrant, SessionStore } from './sessions/repo-sessions'
import { openSession } from './sessions/session'

const ESPERA_MAX_MS = 5000
/** A session whose connection ends so often within this time, although it can be opened again each time, is used by somebody else too. */
const TAKEN = { times: 3, ms: 60_000 }

/** Most messages at QoS 0 that wait to be saved. The broker forgets a message when it sends it, so that only memory has it. */
export const MAX_SIN_GUARDAR = { mensajes: 2000, bytes: 16 << 20 }

type Tell = {
  /** Called once each time that the broker begins to refuse us or becomes unreachable. */
  onFail(e: Error): void
  /** Called once each time that messages at QoS 0 begin to be lost. */
  onLost(): void
  /** Called once if something else is found to use the sessions of this installation. */
  onForeign(): void
  /** Called once if the broker has forgotten sessions that it should have kept, with what waited in them. */
  onForgotten(): void
  /** Called if the leases of the sessions cannot be renewed. */
  onDbFail(e: unknown): void
}

/**
 * Read from an outside broker through sessions that belong to this installation and that its living processes divide among themselves. All
 * sessions have one shared subscription, so each message comes to one of them. At QoS 1 a message is acknowledged once its readings are
 * committed, and retried until then; meanwhile the broker keeps later messages. At QoS 0 it is retried too, while few messages wait; beyond
 * that, messages are lost. The broker checks who may publish where. Here the topic or payload names the reader, which must be registered.
 */
export async function startClients(
  { url, sessions }: { url: string; sessions: SessionStore },
  receive: Recepcion,
  metricas: Metricas,
  tell: Tell,
) {
  const { default: mqtt } = await import('mqtt')
  let parando = false
  // A set, not a counter: a connection that was never open emits `close` too.
  const abiertos = new Set<number>()
  /** Number of sessions that the leases give to this process; null: not known yet. */
  let due: number | null = null
  /** When connections of a session ended that had been served, by performance.now(). */
  const ends = new Map<number, number[]>()
  const told = { failed: false, foreign: false, forgotten: false }
  const fail = (e: Error) => {
    if (!told.failed && !parando) tell.onFail(e)
    told.failed = true
  }
  const count = () => metricas.conexionesMqtt.set(abiertos.size)

  async function handle(topicTexto: string, message: Buffer): Promise<void> {
    const entrada = readAjena(topicTexto, message, metricas)
    if (!entrada) return
    for (let espera = 100; !parando; espera = Math.min(espera * 2, ESPERA_MAX_MS)) {
      try {
        await receive(entrada)
        return
      } catch {
        await sleep(espera)
      }
    }
    throw new Error('stopping')
  }

  const sinGuardar = { mensajes: 0, bytes: 0 }
  let perdiendo = false

  async function handleLoose(topic: string, message: Buffer): Promise<void> {
    const { mensajes, bytes } = sinGuardar
    if (mensajes >= MAX_SIN_GUARDAR.mensajes || bytes + message.length > MAX_SIN_GUARDAR.bytes) {
      metricas.rechazados.inc({ via: 'mqtt', motivo: 'sin_sitio' })
      if (!perdiendo) tell.onLost()
      perdiendo = true
      return
    }
    sinGuardar.mensajes++
    sinGuardar.bytes += message.length
    try {
      await handle(topic, message)
    } finally {
      sinGuardar.mensajes--
      sinGuardar.bytes -= message.length
      if (!sinGuardar.mensajes) perdiendo = false
    }
  }

  function foreign(): void {
    metricas.rechazados.inc({ via: 'mqtt', motivo: 'sesion_ajena' })
    if (!told.foreign) tell.onForeign()
    told.foreign = true
  }

  function noteEnd(numero: number): void {
    const now = performance.now()
    const recent = [...(ends.get(numero) ?? []).filter((t) => now - t < TAKEN.ms), now]
    ends.set(numero, recent)
    if (recent.length >= TAKEN.times) foreign()
  }

  function open(grant: SessionGrant) {
    const { numero } = grant
    let leaving = false
    const session = openSession(mqtt, grant, {
      url,
      name: sessions.name,
      handle,
      handleLoose,
      onConnect: () => {
        abiertos.add(numero)
        told.failed = false
        count()
      },
      onClose: () => {
        const wasServed = abiertos.delete(numero)
        count()
        if (leaving) return
        if (wasServed) noteEnd(numero)
        else fail(new Error('connection closed'))
        manager.restart(numero)
      },
      onError: (e) => {
        metricas.rechazados.inc({ via: 'mqtt', motivo: 'conexion' })
        fail(e)
      },
      onForeign: foreign,
      onForgotten: () => {
        if (!told.forgotten) tell.onForgotten()
        told.forgotten = true
      },
    })
    const leave = (end: () => Promise<void>) => async () => {
      leaving = true
      await end()
      abiertos.delete(numero)
      count()
    }
    return { stop: leave(session.stop), drop: leave(session.drop) }
  }

  const store = {
    ...sessions,
    async renew() {
      const res = await sessions.renew([...abiertos])
      due = res.nuestros.length
      return res
    },
  }
  const manager = createShareManager(store, sessions.unico, open, tell.onDbFail)
  await manager.start()

  return {
    /** Whether the broker serves this process; a process that the others leave no session has nothing to ask for. */
    conectado: () => due === 0 || abiertos.size > 0,
    async stop(): Promise<void> {
      parando = true
      await manager.stop()
    },
  }
}
