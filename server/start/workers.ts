import type pg from 'pg'
import { pruneRateLimits } from '../domains/acceso/repo-rate-limit'
import { type NotificationSender, queueDue, sendPendientes } from '../domains/avisos/delivery/envio'
import { type Later, queueNow } from '../domains/avisos/delivery/outbox'
import { pruneAvisos } from '../domains/avisos/delivery/repo-entrega'
import { tellCambios, tellCausa } from '../domains/avisos/facts/hechos'
import { tellAtasco } from '../domains/avisos/facts/hechos-atasco'
import { watchPlantas } from '../domains/causas/vigilar'
import { tellAtascos } from '../domains/ciclos/atascos'
import { measureCiclos } from '../domains/ciclos/medida'
import { keepVisitas } from '../domains/ciclos/visitas'
import { copyDiaria, folderCopias } from '../domains/copias/diaria'
import { type DatosContar, queueContar, tellEmpresa } from '../domains/epcis/contar'
import { type DatosEnviar, sendSuscripcion } from '../domains/epcis/suscripciones'
import { preparePartitions } from '../domains/eventos/repo-partitions'
import { countHoy } from '../domains/hoy/contar'
import { pruneVistos } from '../domains/lecturas/ingress/repo-vistos'
import { learnDue } from '../domains/lecturas/learning/solo'
import type { Log } from '../domains/lecturas/log/connection'
import { type Applied, askPurge, purgeLog } from '../domains/lecturas/log/purge'
import { keepPerdidas } from '../domains/perdidas/service'
import { askFirst, forecastChildProcess } from '../domains/prevision/previsor'
import { pruneTodo } from '../domains/retencion/retencion'
import { measureBase, saveSizeSample } from '../domains/salud/repo-base'
import { queueVistas } from '../domains/vistas/due'
import type { Config } from '../platform/config/config'
import type { Db } from '../platform/db/client'
import { removeOldProgress } from '../platform/export/repo'
import { pruneSlots } from '../platform/export/repo-slot'
import { doAll } from '../platform/jobs/each'
import { queueJob, type Workers } from '../platform/jobs/jobs'

type Tools = {
  config: Config
  pool: pg.Pool
  db: Db
  notificationSender: NotificationSender
  /** Of the same database, for a process of its own. */
  conexion: string | pg.ClientConfig
  /** What may be some seconds old is to be read from now; null: there is none. */
  readReplica: () => string | null
  /** The log on NATS; null: there is none. */
  bitacora: Log | null
}

/** What is done for a job of each queue. */
export function createWorkers({
  config,
  pool,
  db,
  notificationSender,
  conexion,
  readReplica,
  bitacora: log,
}: Tools): Workers {
  const zona = config.TZ_PLANTA
  const deliver = ({ destino }: { destino: string }, signal: AbortSignal) =>
    sendPendientes(notificationSender, destino, signal)
  return {
    vigilar: () =>
      doAll(
        () => watchPlantas(db, tellCausa),
        () => keepPerdidas(db, zona),
      ),
    avisar: () => tellCambios(db),
    particiones: () => preparePartitions(pool),
    retencion: () => pruneTodo(pool, config.RETENCION_MESES, zona),
    limpieza: () =>
      doAll(
        () => removeOldProgress(db),
        () => pruneSlots(db),
        () => pruneRateLimits(db),
        () => pruneVistos(db),
        () => pruneAvisos(db),
        async () => log && askPurge(db, log),
      ),
    'limpieza.log': async (applied: Applied) => log && purgeLog(log, applied),
    visitas: () =>
      doAll(
        () => keepVisitas(db, zona),
        () => measureCiclos(db, zona, true),
        () => askFirst(db),
      ),
    ciclos: () =>
      doAll(
        () => measureCiclos(db, zona),
        () => tellAtascos(db, tellAtasco),
      ),
    prever: () => forecastChildProcess({ conexion, replica: readReplica(), zona }),
    'prever.first': () => queueJob(db, 'prever'),
    envios: () => queueDue(notificationSender),
    'envios.correo.grave': deliver,
    'envios.correo.normal': deliver,
    'envios.correo.vista': deliver,
    'envios.push.grave': deliver,
    'envios.push.normal': deliver,
    'envios.webhook.grave': deliver,
    'envios.webhook.normal': deliver,
    'envios.later': (later: Later) => queueNow(db, later, notificationSender.ahora()),
    epcis: () => queueContar(db),
    'epcis.contar': (que: DatosContar, signal: AbortSignal) => tellEmpresa(db, zona, que, signal),
    'epcis.enviar': (que: DatosEnviar, signal: AbortSignal) =>
      sendSuscripcion(notificationSender, que, signal),
    vistas: () => queueVistas(db, zona, notificationSender.ahora()),
    hoy: () => countHoy(db, zona),
    escuela: () => learnDue(db),
    medida: async () => saveSizeSample(db, await measureBase(db), zona),
    copia: () =>
      copyDiaria(pool, config.DATA_DIR, {
        carpeta: folderCopias(config),
        cuantas: config.DEMO ? 0 : config.COPIAS_DIAS,
      }),
  }
}
