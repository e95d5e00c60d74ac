import type { FastifyInstance } from 'fastify'
import { changeEtiqueta, getContenedor, MAX_DIAS_CONTENEDOR } from '#contract/contenedores'
import { listTransiciones } from '#contract/transiciones'
import { normalizeMacSerie } from '#contract/valores/comunes'
import { empresaVisible } from '../acceso/acceso'
import type { Db } from '../db/cliente'
import { checkMac, getConEliminado, listPorId } from '../dispositivos/service'
import { listEstancias } from '../estancias/service'
import { bind } from '../http/bind'
import { conflicto, noEncontrado } from '../http/errores'
import { resolvePeriodo } from '../periodo'
import { isoPlanta } from '../tiempo'
import { findMideImpactos, listContenedores, listCurvas, listEtiquetas, listImpactos, saveMac } from './repo'
import * as repo from './repo-transiciones'

const DIAS = 7

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
    const periodo = resolvePeriodo(query, { porDefecto: DIAS, maximo: MAX_DIAS_CONTENEDOR }, zona)
    const { id } = await find(params.apodo, empresaVisible(principal, query.empresa))
    const [visto, mide_impactos, { estancias, cortadas }, curvas, impactos, etiquetas] = await Promise.all([
      getConEliminado(db, id, zona),
      findMideImpactos(db, id),
      listEstancias(db, id, periodo, zona),
      listCurvas(db, id, periodo, zona),
      listImpactos(db, id, periodo, zona),
      listEtiquetas(db, id, zona),
    ])
    if (!visto) throw noEncontrado('No hay ningún contenedor con ese apodo.')
    const { dispositivo, eliminado } = visto
    return {
      dispositivo,
      eliminado: isoPlanta(eliminado, zona),
      mide_impactos,
      estancias,
      estancias_cortadas: cortadas,
      curvas,
      impactos,
      etiquetas,
    }
  })

  bind(app, listTransiciones, 'sesion', async ({ principal, params, query }) => {
    const { id } = await find(params.apodo, empresaVisible(principal, query.empresa))
    return { data: await repo.listTransiciones(db, id, zona) }
  })

  bind(app, changeEtiqueta, 'admin', async ({ principal, params, query, body, write }) => {
    const c = await find(params.apodo, empresaVisible(principal, query.empresa))
    if (c.eliminado) throw conflicto('Ese contenedor está eliminado.', 'eliminado')
    checkMac(body.mac_serie, body.es_serie === true)
    const libre = await write((tx) => saveMac(tx, c.id, body.mac_serie))
    if (!libre) throw conflicto(`La MAC ${body.mac_serie} ya es de otro dispositivo.`, 'mac_repetida')
    const [data] = await listPorId(db, [c.id], zona)
    if (!data) throw noEncontrado('No hay ningún contenedor con ese apodo.')
    return { ok: true as const, data }
  })
}
