import { DIAS_AVISOS } from '#contract/flujo/prevision/values'
import type { Db } from '../../platform/db/client'
import { doAll, doEach } from '../../platform/jobs/each'
import { SALIDAS_MIN } from '../../platform/math/prevision'
import { groupBy } from '../../platform/time/groups'
import { answer, type Pedido } from './calcular'
import { notifyFaltas, type OnFalta } from './faltas'
import { judgePasadas } from './juzgar'
import { claveOf, cursosOf, listSeries, type Planta, readPlanta } from './planta'
import * as repo from './repo'
import type { Curso, Horas } from './series'

const DAY_MS = 86_400_000
/** How often the method of a series is chosen again. */
const ELEGIR_MS = 7 * DAY_MS

/** Data of a company, read before its series are forecast; its history comes from the replica if that answers in time. */
async function readEmpresa(
  db: Db,
  replica: Db,
  etapas: readonly repo.EtapaPrevista[],
  zona: string,
  now: number,
) {
  const empresa = (etapas[0] as repo.EtapaPrevista).empresa
  const planta: Planta = await readPlanta(replica, etapas, zona, now).catch((e) => {
    if (replica === db) throw e
    return readPlanta(db, etapas, zona, now)
  })
  const guardadas = await repo.listSeries(db, empresa)
  const minimos = await repo.listMinimos(db, empresa)
  return {
    empresa,
    planta,
    series: listSeries(planta, etapas),
    guardadas: new Map(guardadas.map((s) => [claveOf(s.etapa, s.familia), s])),
    minimos: new Map(minimos.map((m) => [claveOf(m.etapa, m.familia), m.minimo])),
    poblacion: await repo.listPoblacion(db, empresa),
  }
}

async function forecastEmpresa(
  db: Db,
  {
    replica,
    etapas,
    zona,
    now,
    on,
  }: { replica: Db; etapas: readonly repo.EtapaPrevista[]; zona: string; now: number; on: OnFalta },
): Promise<void> {
  const { empresa, planta, series, guardadas, minimos, poblacion } = await readEmpresa(
    db,
    replica,
    etapas,
    zona,
    now,
  )
  const claves = series.map((s) => claveOf(s.etapa.etapa, s.familia))
  await db.transaction().execute((tx) => repo.keepSeries(tx, empresa, claves))
  const hechas = new Map<number, { horas: Horas; curso: Curso }>()
  for (const serie of series) {
    const { etapa, familia, familias, salidas } = serie
    const horas = planta.horas.get(etapa.planta)
    if (!horas) continue
    const { curso, antes } = cursosOf(planta, serie, horas)
    const clave = claveOf(etapa.etapa, familia)
    const guardada = guardadas.get(clave)
    const minimo = minimos.get(clave) ?? null
    const moment = horas.pasadas.at(-1) as number
    const stock = Math.round(curso.stock.at(-1) as number)
    const vista = {
      empresa,
      etapa: etapa.etapa,
      familia,
      familias,
      momento: new Date(moment),
      stock,
      minimo,
      salidas,
    }
    const id = await db.transaction().execute((tx) => repo.saveSerie(tx, vista))
    hechas.set(id, { horas, curso })
    const igual = guardada?.minimo === minimo
    if (salidas < SALIDAS_MIN || (guardada?.emitida === moment && igual)) continue
    const suyos = poblacion.filter((p) => p.ciclo === etapa.ciclo && familias.includes(p.familia))
    const pedido: Pedido = {
      entrada: {
        ...curso,
        clase: horas.clase,
        pool: Math.max(
          stock,
          suyos.reduce((s, p) => s + p.n, 0),
        ),
        minimo,
        antes,
      },
      eleccion: guardada?.eleccion ?? null,
      ensaya: !guardada?.elegida || now - guardada.elegida > ELEGIR_MS || !igual,
    }
    const r = answer(pedido)
    if (!r) continue
    await db.transaction().execute(async (tx) => {
      if (r.eleccion) await repo.saveModelSelection(tx, id, r.eleccion, r.ensayo)
      await repo.savePrevision(tx, id, vista, horas.siguientes, r.prevision)
    })
  }
  await judgePasadas(db, empresa, hechas, now)
  await notifyFaltas(db, empresa, on)
}

/**
 * Forecasts the stock of every stage for the coming 24 open hours, once each open hour, and scores earlier forecasts. A company that fails
 * does not stop the others.
 * @param zona the plants' time zone
 */
export async function forecastTodo(
  db: Db,
  zona: string,
  on: OnFalta,
  now = Date.now(),
  replica = db,
): Promise<void> {
  const etapas = await repo.listEtapas(db)
  const empresas = groupBy(etapas, (e) => e.empresa).values()
  await doAll(
    () => doEach(empresas, (suyas) => forecastEmpresa(db, { replica, etapas: suyas, zona, now, on })),
    () => repo.prunePrevisiones(db, new Date(now - DIAS_AVISOS * DAY_MS)),
  )
}
