import { createCredenciales } from '../../oir/lecturas/ingress/credenciales'
import type { openGrabacion } from '../../oir/lecturas/ingress/grabacion'
import { createKeep, createRecepcion, createRefused } from '../../oir/lecturas/ingress/recepcion'
import { createCuarentena } from '../../oir/lecturas/ingress/repo-cuarentena'
import { createRejections } from '../../oir/lecturas/ingress/repo-rejections'
import { type Log, openLog } from '../../oir/lecturas/log/connection'
import type { Aplicado } from '../../oir/lecturas/log/leer'
import { createLogPipeline } from '../../oir/lecturas/log/pipeline'
import { createPlantas } from '../../oir/lecturas/pipeline/memory/plants'
import { createRegistry } from '../../oir/lecturas/pipeline/memory/registry'
import { createPipeline, type Pipeline } from '../../oir/lecturas/pipeline/pipeline'
import { createRelayPipeline } from '../../oir/lecturas/pipeline/relay-pipeline'
import { createVentana } from '../../operacion/salud/process-heartbeat'
import { createOnFailure } from '../../platform/db/failures'
import { machineClock } from '../../platform/time/machine-clock'
import { measureReceive } from '../receive'
import type { Starting } from '../starting'
import type { Database } from './database'
import type { Health } from './health'

type Recording = Awaited<ReturnType<typeof openGrabacion>> | null

/** The way of readings from reception to the database. No reading is applied before `pipeline.start`. */
export async function openIngest(
  { config, closers, log: told }: Starting,
  { ingesta }: Database,
  { metricas, probe, addLink }: Health,
  recording: Recording,
) {
  const isApplying = config.ROLES !== 'api'
  const onFail = (e: unknown) => {
    metricas.failedBatches.inc()
    probe.noteFallo(e)
    told.error({ err: e }, 'batch of readings not committed')
  }
  const onFallo = createOnFailure(() => told)
  const nats = { nombre: config.NATS_STREAM, replicas: config.NATS_REPLICAS }
  const log: Log | null = config.NATS_URL ? await openLog(config.NATS_URL, nats, onFail) : null
  closers.add(() => log?.stop())
  if (log) addLink(() => log.conectada())
  const registry = createRegistry(ingesta.db)
  const plantas = createPlantas(ingesta.db)
  const ventana = createVentana()
  const onSinCuarentena = (e: unknown) => {
    metricas.cuarentenaFallida.inc()
    probe.noteFallo(e)
    onFallo('what is refused could not be kept')(e)
  }
  const keep = createKeep(createCuarentena(ingesta.db), onSinCuarentena)
  const pipeline = openPipeline()
  closers.add(() => pipeline.stop())

  /** With the log on NATS, the delay counts until a message is applied, not until it is in the log. */
  function onApplied({ lecturas, recibido }: Aplicado): void {
    ventana.note(machineClock.now() - recibido, lecturas)
    probe.noteGuardado()
  }

  function openPipeline(): Pipeline {
    const environment = { ...ingesta, zona: config.TZ_PLANTA, registry }
    const keepRefused = createRefused(keep)
    if (log) return createLogPipeline(log, environment, isApplying, { onApplied, keepRefused, onFail })
    return isApplying
      ? createPipeline(environment, !config.DATABASE_URL, onFail)
      : createRelayPipeline(ingesta.pool)
  }

  const rejections = createRejections(ingesta.db, onSinCuarentena)
  const credenciales = createCredenciales(ingesta.db, rejections)
  const decode = createRecepcion(pipeline, keep, rejections, metricas)
  const receive = measureReceive(decode, { recording, ventana, metricas, probe, fromLog: log !== null })
  return { log, isApplying, registry, plantas, ventana, pipeline, rejections, credenciales, receive }
}

export type Ingest = Awaited<ReturnType<typeof openIngest>>
