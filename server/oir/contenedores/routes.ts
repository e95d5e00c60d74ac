import type { FastifyInstance } from 'fastify'
import {
  changeEtiqueta,
  findCodigo,
  getContenedor,
  MAX_DIAS_CONTENEDOR,
  undoEtiqueta,
} from '#contract/oir/contenedores/contenedores'
import { getPorQue } from '#contract/oir/contenedores/por-que'
import { listTransiciones } from '#contract/oir/contenedores/transiciones'
import { normalizeMacSerie } from '#contract/values/comunes'
import { getConEliminado, listPorId } from '../../parque/dispositivos/service'
import { fillEnCurso, listEstancias } from '../../parque/estancias/service'
import { bind } from '../../platform/api/bind'
import { empresaVisible } from '../../platform/auth/auth'
import type { Db } from '../../platform/db/client'
import { conflicto, noEncontrado } from '../../platform/http/errores'
import { resolvePeriodo } from '../../platform/time/period'
import { isoPlanta } from '../../platform/time/time'
import {
  countImpactos,
  findEspera,
  findMideImpactos,
  listContenedores,
  listEtiquetasOf,
  listImpactos,
  listSurvivalCurves,
} from './repo'
import * as repo from './repo-transiciones'
import { findPlazo, lookUp, putEtiqueta, takeBackEtiqueta } from './service'
import { readPorQue } from './service-por-que'

const DAYS = 7

export function installContenedores(app: FastifyInstance, db: Db, zona: string): void {
  async function find(nombre: string, empresa: number | null) {
    const [c, ...otros] = await listContenedores(db, nombre, normalizeMacSerie(nombre), empresa)
    if (!c) throw noEncontrado('No hay ningún contenedor con ese apodo.')
    if (otros.length === 0) return c
    const nombres = [c, ...otros].map((o) => o.nombre_empresa).join(', ')
    throw conflicto(
      `Hay contenedores con ese apodo en varias empresas: ${nombres}. Elija una empresa.`,
      'varias_empresas',
    )
  }

  bind(app, getContenedor, 'sesion', async ({ principal, params, query }) => {
    const periodo = resolvePeriodo(query, { porDefecto: DAYS, maximo: MAX_DIAS_CONTENEDOR }, zona)
    const { id } = await find(params.apodo, empresaVisible(principal, query.empresa))
    const [
      visto,
      mide_impactos,
      { total, ...abiertas },
      espera,
      { estancias, cortadas },
      survivalCurves,
      impactos,
      etiquetas,
      { deshacer_s },
    ] = await Promise.all([
      getConEliminado(db, id, zona),
      findMideImpactos(db, id),
      countImpactos(db, id),
      findEspera(db, id),
      listEstancias(db, id, periodo, zona),
      listSurvivalCurves(db, id, periodo, zona),
      listImpactos(db, id, periodo, zona),
      listEtiquetasOf(db, id, zona),
      findPlazo(db, id, principal),
    ])
    if (!visto) throw noEncontrado('No hay ningún contenedor con ese apodo.')
    const { dispositivo, eliminado } = visto
    return {
      dispositivo,
      eliminado: isoPlanta(eliminado, zona),
      mide_impactos,
      impactos_total: total,
      abiertas,
      espera,
      estancias: fillEnCurso(estancias, dispositivo),
      estancias_cortadas: cortadas,
      curvas: survivalCurves,
      impactos,
      deshacer_s,
      etiquetas,
    }
  })

  bind(app, listTransiciones, 'sesion', async ({ principal, params, query }) => {
    const { id } = await find(params.apodo, empresaVisible(principal, query.empresa))
    return { data: await repo.listTransiciones(db, id, zona) }
  })

  bind(app, getPorQue, 'sesion', async ({ principal, params, query }) => {
    const { id } = await find(params.apodo, empresaVisible(principal, query.empresa))
    return readPorQue(db, id, zona)
  })

  async function present(id: number) {
    const [data] = await listPorId(db, [id], zona)
    if (!data) throw noEncontrado('No hay ningún contenedor con ese apodo.')
    return data
  }

  bind(app, changeEtiqueta, 'alta', async ({ principal, params, query, body, write }) => {
    const c = await find(params.apodo, empresaVisible(principal, query.empresa))
    await write((tx) => putEtiqueta(tx, c, body, principal, zona))
    const { momento, deshacer_s } = await findPlazo(db, c.id, principal)
    return {
      ok: true as const,
      data: await present(c.id),
      anterior: c.mac,
      momento: isoPlanta(momento ?? new Date(), zona),
      deshacer_s,
    }
  })

  bind(app, undoEtiqueta, 'alta', async ({ principal, params, query, write }) => {
    const c = await find(params.apodo, empresaVisible(principal, query.empresa))
    await write((tx) => takeBackEtiqueta(tx, c, principal))
    return { ok: true as const, data: await present(c.id) }
  })

  bind(app, findCodigo, 'sesion', async ({ principal, query }) =>
    lookUp(db, query, empresaVisible(principal, query.empresa), zona),
  )
}
