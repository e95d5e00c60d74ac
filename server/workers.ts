import type pg from 'pg'
import { pruneFrenos } from './acceso/repo-freno'
import { type Mensajeria, queueDue, sendPendientes } from './avisos/envio'
import { tellCambios, tellCausa } from './avisos/hechos'
import { tellAtasco } from './avisos/hechos-atasco'
import { type Later, queueNow } from './avisos/outbox'
import { pruneAvisos } from './avisos/repo-entrega'
import { watchPlantas } from './causas/vigilar'
import { tellAtascos } from './ciclos/atascos'
import { measureCiclos } from './ciclos/medida'
import { keepVisitas } from './ciclos/visitas'
import type { Config } from './config'
import { carpetaCopias, copyDiaria } from './copias/diaria'
import type { Db } from './db/cliente'
import { prepareParticiones } from './eventos/repo-particiones'
import { removeAvancesViejos } from './exportar/repo'
import { prunePlazas } from './exportar/repo-plaza'
import { countHoy } from './hoy/contar'
import { doAll } from './jobs/each'
import { queueJob, type Workers } from './jobs/jobs'
import { learnDebidas } from './lecturas/aprendizaje/solo'
import type { Bitacora } from './lecturas/bitacora/conexion'
import { type Applied, askPurge, purgeLog } from './lecturas/bitacora/purge'
import { pruneVistos } from './lecturas/puerta/repo-vistos'
import { askFirst, forecastAparte } from './prevision/previsor'
import { pruneTodo } from './retencion/retencion'
import { measureBase, saveMedida } from './salud/repo-base'
import { queueVistas } from './vistas/debidas'

type Tools = {
  config: Config
  pool: pg.Pool
  db: Db
  mensajeria: Mensajeria
  /** Of the same database, for a process of its own. */
  conexion: string | pg.ClientConfig
  /** What may be some seconds old is to be read from now; null: there is none. */
  readReplica: () => string | null
  /** The log on NATS; null: there is none. */
  bitacora: Bitacora | null
}

/** What is done for a job of each queue. */
export function createWorkers({
  config,
  pool,
  db,
  mensajeria,
  conexion,
  readReplica,
  bitacora,
}: Tools): Workers {
  const zona = config.TZ_PLANTA
  const deliver = ({ destino }: { destino: string }, signal: AbortSignal) =>
    sendPendientes(mensajeria, destino, signal)
  return {
    vigilar: () => watchPlantas(db, tellCausa),
    avisar: () => tellCambios(db),
    particiones: () => prepareParticiones(pool),
    retencion: () => pruneTodo(pool, config.RETENCION_MESES, zona),
    limpieza: () =>
      doAll(
        () => removeAvancesViejos(db),
        () => prunePlazas(db),
        () => pruneFrenos(db),
        () => pruneVistos(db),
        () => pruneAvisos(db),
        async () => bitacora && askPurge(db, bitacora),
      ),
    'limpieza.log': async (applied: Applied) => bitacora && purgeLog(bitacora, applied),
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
    prever: () => forecastAparte({ conexion, replica: readReplica(), zona }),
    'prever.first': () => queueJob(db, 'prever'),
    envios: () => queueDue(mensajeria),
    'envios.correo.grave': deliver,
    'envios.correo.normal': deliver,
    'envios.correo.vista': deliver,
    'envios.push.grave': deliver,
    'envios.push.normal': deliver,
    'envios.webhook.grave': deliver,
    'envios.webhook.normal': deliver,
    'envios.later': (later: Later) => queueNow(db, later, mensajeria.ahora()),
    vistas: () => queueVistas(db, zona, mensajeria.ahora()),
    hoy: () => countHoy(db, zona),
    escuela: () => learnDebidas(db),
    medida: async () => saveMedida(db, await measureBase(db), zona),
    copia: () =>
      copyDiaria(pool, config.DATA_DIR, {
        carpeta: carpetaCopias(config),
        cuantas: config.DEMO ? 0 : config.COPIAS_DIAS,
      }),
  }
}
