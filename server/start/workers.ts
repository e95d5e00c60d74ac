import type pg from 'pg'
import { type NotificationSender, queueDue, sendPendientes } from '../avisos/avisos/delivery/envio'
import { type Later, queueNow } from '../avisos/avisos/delivery/outbox'
import { pruneAvisos } from '../avisos/avisos/delivery/repo-entrega'
import { notifyCambios, notifyCausa } from '../avisos/avisos/facts/hechos'
import { watchPlantas } from '../avisos/causas/vigilar'
import { keepCustodia } from '../cuentas/custodia/anotar'
import { queueExtractos } from '../cuentas/custodia/mensual/due'
import { learnChances } from '../cuentas/perdidas/chances/learn'
import { keepMerma } from '../cuentas/perdidas/merma/keep'
import { keepPerdidas } from '../cuentas/perdidas/service'
import { keepPilas } from '../cuentas/pilas/keep'
import { notifyAtascos } from '../flujo/ciclos/atascos/atascos'
import { notifyAtasco } from '../flujo/ciclos/atascos/notify'
import { measureCiclos } from '../flujo/ciclos/medida'
import { keepAverias, keepVisitas } from '../flujo/ciclos/visitas'
import { askFirst, forecastChildProcess } from '../flujo/prevision/previsor'
import { preparePartitions } from '../oir/eventos/repo-partitions'
import { pruneVistos } from '../oir/lecturas/ingress/repo-vistos'
import { learnDue } from '../oir/lecturas/learning/solo'
import type { Log } from '../oir/lecturas/log/connection'
import { type Applied, askPurge, purgeLog } from '../oir/lecturas/log/purge'
import { copyDiaria, folderCopias } from '../operacion/copias/diaria'
import { limitRoles } from '../operacion/datos/roles/roles'
import { type DatosContar, publishEmpresa, queueContar } from '../operacion/epcis/contar'
import { type DatosEnviar, sendSuscripcion } from '../operacion/epcis/suscripciones'
import { pruneTodo } from '../operacion/retencion/retencion'
import { measureBase, saveSizeSample } from '../operacion/salud/repo-base'
import { pruneRateLimits } from '../personas/acceso/repo-rate-limit'
import type { Config } from '../platform/config/config'
import type { Db } from '../platform/db/client'
import { removeOldProgress } from '../platform/export/repo'
import { pruneSlots } from '../platform/export/repo-slot'
import { doAll } from '../platform/jobs/each'
import { queueJob, type Workers } from '../platform/jobs/jobs'
import { countHoy } from '../resumen/hoy/contar'
import { queueVistas } from '../resumen/vistas/due'

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
