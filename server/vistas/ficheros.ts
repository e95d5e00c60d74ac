import type { z } from 'zod'
import { exportAuditoria } from '#contract/auditoria'
import type { Endpoint } from '#contract/endpoint'
import { exportEventos } from '#contract/eventos'
import type { Formato } from '#contract/exportar'
import { exportIncidencias } from '#contract/incidencias'
import { exportInventario, exportPoc } from '#contract/inventario'
import { exportLogistica } from '#contract/logistica'
import { exportEstado } from '#contract/ubicaciones'
import type { Busqueda, PantallaVista } from '#contract/valores/vistas'
import type { Politica } from '../acceso/politica'
import type { Principal } from '../acceso/principal'
import { ficheroAuditoria } from '../auditoria/fichero'
import type { Db } from '../db/cliente'
import { ficheroAntiguo, ficheroPoc } from '../dispositivos/fichero'
import { ficheroEventos } from '../eventos/fichero'
import { type Archivo, drawArchivo, type Peticion } from '../exportar/send'
import { entradaNoValida } from '../http/errores'
import { ficheroIncidencias } from '../incidencias/fichero'
import { ficheroLogistica } from '../logistica/fichero'
import { ficheroEstado } from '../ubicaciones/fichero-estado'

export type Pedido = { consulta: Busqueda; formato: Formato; empresa: number | null }
type Dibujo = Awaited<ReturnType<typeof drawArchivo>>

type FicheroVista = {
  /** Who may have it. */
  politica: Politica
  /** Throws 400 where the screen's export would not take it. */
  check(p: Pedido): void
  /** The file of the screen with the rights of somebody. Throws as its call does. */
  draw(db: Db, principal: Principal, p: Pedido, zona: string): Promise<Dibujo>
}

/** What is of one call, and of no view. */
const DE_UNA_VEZ = ['formato', 'empresa', 'exportacion', 'ids']

function define<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType, T>(
  llamada: Endpoint<P, Q, B, R>,
  politica: Politica,
  make: (p: Peticion<z.output<Q>>, zona: string) => Promise<Archivo<T>>,
): FicheroVista {
  const parse = ({ consulta, formato, empresa }: Pedido) => {
    const suya = Object.fromEntries(Object.entries(consulta).filter(([k]) => !DE_UNA_VEZ.includes(k)))
    // As it comes in an address: text.
    const textos = Object.fromEntries(Object.entries(suya).map(([k, v]) => [k, String(v)]))
    const pedida = { ...textos, formato, empresa: empresa ?? undefined }
    const r = (llamada.query as Q).safeParse(pedida)
    if (!r.success)
      throw entradaNoValida(r.error.issues[0]?.message ?? 'Los filtros no son válidos.', 'consulta')
    return r.data
  }
  return {
    politica,
    check: parse,
    async draw(db, principal, pedido, zona) {
      const query = parse(pedido)
      const archivo = await make({ db, principal, query }, zona)
      return drawArchivo({ db, principal, query: query as Peticion['query'] }, archivo)
    },
  }
}

/** The file of each screen that has views: the very one that its export gives. */
export const FICHEROS: Record<PantallaVista, FicheroVista> = {
  inventario: define(exportPoc, 'sesion', ficheroPoc),
  inventario_antiguo: define(exportInventario, 'sesion', ficheroAntiguo),
  eventos: define(exportEventos, 'sesion', ficheroEventos),
  incidencias: define(exportIncidencias, 'sesion', ficheroIncidencias),
  estados: define(exportEstado, 'sesion', ficheroEstado),
  logistica: define(exportLogistica, 'sesion', ficheroLogistica),
  auditoria: define(exportAuditoria, 'empresa', ficheroAuditoria),
}
