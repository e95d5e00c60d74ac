import type pg from 'pg'
import { pruneRateLimits } from '../domains/acceso/repo-rate-limit'
import { type NotificationSender, queueDue, sendPendientes } from '../domains/avisos/delivery/envio'
import { type Later, queueNow } from '../domains/avisos/delivery/outbox'
import { pruneAvisos } from '../domains/avisos/delivery/repo-entrega'
import { notifyCambios, notifyCausa } from '../domains/avisos/facts/hechos'
import { watchPlantas } from '../domains/causas/vigilar'
import { notifyAtascos } from '../domains/ciclos/atascos'
import { measureCiclos } from '../domains/ciclos/medida'
import { notifyAtasco } from '../domains/ciclos/notify-atasco'
import { keepAverias, keepVisitas } from '../domains/ciclos/visitas'
import { copyDiaria, folderCopias } from '../domains/copias/diaria'
import { keepCustodia } from '../domains/custodia/anotar'
import { queueExtractos } from '../domains/custodia/mensual/due'
import { limitRoles } from '../domains/datos/roles/roles'
import { type DatosContar, publishEmpresa, queueContar } from '../domains/epcis/contar'
import { type DatosEnviar, sendSuscripcion } from '../domains/epcis/suscripciones'
import { preparePartitions } from '../domains/eventos/repo-partitions'
import { countHoy } from '../domains/hoy/contar'
import { pruneVistos } from '../domains/lecturas/ingress/repo-vistos'
import { learnDue } from '../domains/lecturas/learning/solo'
import type { Log } from '../domains/lecturas/log/connection'
import { type Applied, askPurge, purgeLog } from '../domains/lecturas/log/purge'
import { learnChances } from '../domains/perdidas/chances/learn'
import { keepMerma } from '../domains/perdidas/merma/keep'
import { keepPerdidas } from '../domains/perdidas/service'
import { keepPilas } from '../domains/pilas/keep'
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
  /** Connection to the same database, for a child process. */
  conexion: string | pg.ClientConfig
  /** Address for reads that may be some seconds old; null: there is no replica in use. */
  readReplica: () => string | null
  /** The log on NATS; null: not used. */
  bitacora: Log | null
}

/** The function that does the jobs of each queue. */
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
        () => watchPlantas(db, notifyCausa),
        () => keepAverias(db),
        () => keepPerdidas(db, zona),
        () => limitRoles(db),
      ),
    avisar: () => notifyCambios(db),
    particiones: () => preparePartitions(pool),
    retencion: () => pruneTodo(pool, db, config.RETENCION_MESES, zona),
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
        () => keepCustodia(db),
        () => learnChances(db, zona, true),
        () => keepMerma(db, zona, true),
      ),
    ciclos: () =>
      doAll(
        () => measureCiclos(db, zona),
        () => notifyAtascos(db, notifyAtasco),
        () => learnChances(db, zona),
        () => keepMerma(db, zona),
      ),
    pilas: () => keepPilas(db),
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
    'epcis.contar': (que: DatosContar, signal: AbortSignal) => publishEmpresa(db, zona, que, signal),
    'epcis.enviar': (que: DatosEnviar, signal: AbortSignal) =>
      sendSuscripcion(notificationSender, que, signal),
    vistas: () =>
      doAll(
        () => queueVistas(db, zona, notificationSender.ahora()),
        () => queueExtractos(db, zona, notificationSender.ahora()),
      ),
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
