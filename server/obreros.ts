import type pg from 'pg'
import { pruneFrenos } from './acceso/repo-freno'
import { type Mensajeria, sendDebidas } from './avisos/envio'
import { tellCambios, tellCausa } from './avisos/hechos'
import { tellAtasco } from './avisos/hechos-atasco'
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
import { learnDebidas } from './lecturas/aprendizaje/solo'
import { pruneVistos } from './lecturas/puerta/repo-vistos'
import { forecastAparte } from './prevision/previsor'
import { lacksSeries } from './prevision/repo'
import { pruneTodo } from './retencion/retencion'
import { measureBase, saveMedida } from './salud/repo-base'
import { type Obreros, queueTrabajo } from './trabajos/cola'
import { queueVistas } from './vistas/debidas'

/**
 * What is done for each kind of work.
 * @param conexion of the same database as `pool` and `db`, for a process of its own
 * @param readReplica what may be some seconds old is to be read from now; null: there is none
 */
export function createObreros(
  config: Config,
  pool: pg.Pool,
  db: Db,
  mensajeria: Mensajeria,
  conexion: string | pg.ClientConfig,
  readReplica: () => string | null,
): Obreros {
  return {
    vigilar: () => watchPlantas(db, tellCausa),
    avisar: () => tellCambios(db),
    particiones: () => prepareParticiones(pool),
    retencion: () => pruneTodo(pool, config.RETENCION_MESES, config.TZ_PLANTA),
    async limpieza() {
      await removeAvancesViejos(db)
      await prunePlazas(db)
      await pruneFrenos(db)
      await pruneVistos(db)
      await pruneAvisos(db)
    },
    async visitas() {
      await keepVisitas(db, config.TZ_PLANTA)
      await measureCiclos(db, config.TZ_PLANTA, true)
      if (await lacksSeries(db)) await db.transaction().execute((tx) => queueTrabajo(tx, 'prever'))
    },
    async ciclos() {
      await measureCiclos(db, config.TZ_PLANTA)
      await tellAtascos(db, tellAtasco)
    },
    prever: () => forecastAparte({ conexion, replica: readReplica(), zona: config.TZ_PLANTA }),
    envios: () => sendDebidas(mensajeria),
    vistas: () => queueVistas(db, config.TZ_PLANTA, mensajeria.ahora()),
    hoy: () => countHoy(db, config.TZ_PLANTA),
    escuela: () => learnDebidas(db),
    medida: async () => saveMedida(db, await measureBase(db), config.TZ_PLANTA),
    copia: () =>
      copyDiaria(pool, config.DATA_DIR, {
        carpeta: carpetaCopias(config),
        cuantas: config.DEMO ? 0 : config.COPIAS_DIAS,
      }),
  }
}
