import type { z } from 'zod'
import { exportInventario, exportPoc } from '#contract/dispositivos/inventario'
import { exportLogistica } from '#contract/dispositivos/logistica'
import { exportEstado } from '#contract/dispositivos/ubicaciones'
import type { Endpoint } from '#contract/endpoint'
import { exportEventos } from '#contract/eventos/eventos'
import { exportIncidencias } from '#contract/eventos/incidencias'
import type { Formato } from '#contract/exportar'
import { exportAuditoria } from '#contract/usuarios/auditoria'
import type { Busqueda, PantallaVista } from '#contract/valores/avisos/vistas'
import type { Politica } from '../../platform/auth/policy'
import type { Principal } from '../../platform/auth/principal'
import type { Db } from '../../platform/db/client'
import { type Archivo, drawArchivo, type Peticion } from '../../platform/export/send'
import { entradaNoValida } from '../../platform/http/errores'
import { ficheroAuditoria } from '../auditoria/export-file'
import { ficheroAntiguo, ficheroPoc } from '../dispositivos/export-file'
import { eventosFile } from '../eventos/export-file'
import { incidenciasFile } from '../incidencias/export-file'
import { ficheroLogistica } from '../logistica/file'
import { estadoFile } from '../ubicaciones/file-estado'

export type Pedido = { consulta: Busqueda; formato: Formato; empresa: number | null }
type Drawing = Awaited<ReturnType<typeof drawArchivo>>

type VistaFile = {
  /** Who may have it. */
  politica: Politica
  /** Throws 400 where the screen's export would not take it. */
  check(p: Pedido): void
  /** The file of the screen with the rights of somebody. Throws as its call does. */
  draw(db: Db, principal: Principal, p: Pedido, zona: string): Promise<Drawing>
}

/** What is of one call, and of no view. */
const DE_UNA_VEZ = ['formato', 'empresa', 'exportacion', 'ids']

function define<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType, T>(
  invocation: Endpoint<P, Q, B, R>,
  politica: Politica,
  make: (p: Peticion<z.output<Q>>, zona: string) => Promise<Archivo<T>>,
): VistaFile {
  const parse = ({ consulta, formato, empresa }: Pedido) => {
    const suya = Object.fromEntries(Object.entries(consulta).filter(([k]) => !DE_UNA_VEZ.includes(k)))
    // As it comes in an address: text.
    const texts = Object.fromEntries(Object.entries(suya).map(([k, v]) => [k, String(v)]))
    const pedida = { ...texts, formato, empresa: empresa ?? undefined }
    const r = (invocation.query as Q).safeParse(pedida)
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
export const FILES: Record<PantallaVista, VistaFile> = {
  inventario: define(exportPoc, 'sesion', ficheroPoc),
  inventario_antiguo: define(exportInventario, 'sesion', ficheroAntiguo),
  eventos: define(exportEventos, 'sesion', eventosFile),
  incidencias: define(exportIncidencias, 'sesion', incidenciasFile),
  estados: define(exportEstado, 'sesion', estadoFile),
  logistica: define(exportLogistica, 'sesion', ficheroLogistica),
  auditoria: define(exportAuditoria, 'empresa', ficheroAuditoria),
}
