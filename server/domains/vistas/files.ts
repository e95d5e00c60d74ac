import type { z } from 'zod'
import { exportCuadro, exportListaCiclo } from '#contract/ciclos/cuadro'
import { exportPrevisiones } from '#contract/ciclos/prevision'
import {
  exportDiferencias,
  exportEnCuenta,
  exportExtracto,
  exportSaldos,
} from '#contract/dispositivos/custodia'
import { exportDisputas } from '#contract/dispositivos/disputas'
import { exportInventario, exportPoc } from '#contract/dispositivos/inventario'
import { exportLogistica } from '#contract/dispositivos/logistica'
import { exportMerma, exportMermaLista } from '#contract/dispositivos/merma'
import { exportPerdidas } from '#contract/dispositivos/perdidas'
import { exportPilas } from '#contract/dispositivos/pilas'
import { exportRecuentos } from '#contract/dispositivos/recuentos'
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
import { ficheroCuadro, fileList } from '../ciclos/export-files'
import { disputasFile } from '../custodia/disputas/export-file'
import { diferenciasFile, enCuentaFile, extractoFile, saldosFile } from '../custodia/export-file'
import { ficheroAntiguo, ficheroPoc } from '../dispositivos/export-file'
import { eventosFile } from '../eventos/export-file'
import { incidenciasFile } from '../incidencias/export-file'
import { ficheroLogistica } from '../logistica/file'
import { perdidasFile } from '../perdidas/export-file'
import { mermaFile, mermaListaFile } from '../perdidas/merma/export-file'
import { pilasFile } from '../pilas/export-file'
import { previsionesFile } from '../prevision/file'
import { recuentosFile } from '../recuentos/export-file'
import { estadoFile } from '../ubicaciones/file-estado'

export type Pedido = { consulta: Busqueda; formato: Formato; empresa: number | null }
type Drawing = Awaited<ReturnType<typeof drawArchivo>>

type VistaFile = {
  /** Users who may have it. */
  politica: Politica
  /** Throws 400 if the screen's export would reject it. */
  check(p: Pedido): void
  /** Makes the file of the screen with the rights of a user. Throws as the screen's export does. */
  draw(db: Db, principal: Principal, p: Pedido, zona: string): Promise<Drawing>
}

/** Parameters of a single request, which a view does not store. */
const DE_UNA_VEZ = ['formato', 'empresa', 'exportacion', 'ids']

function define<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType, T>(
  invocation: Endpoint<P, Q, B, R>,
  politica: Politica,
  make: (p: Peticion<z.output<Q>>, zona: string) => Promise<Archivo<T>>,
): VistaFile {
  const parse = ({ consulta, formato, empresa }: Pedido) => {
    const suya = Object.fromEntries(Object.entries(consulta).filter(([k]) => !DE_UNA_VEZ.includes(k)))
    // As text, as in a query string.
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

/** For each screen with views, the file that its export makes. */
export const FILES: Record<PantallaVista, VistaFile> = {
  inventario: define(exportPoc, 'sesion', ficheroPoc),
  inventario_antiguo: define(exportInventario, 'sesion', ficheroAntiguo),
  eventos: define(exportEventos, 'sesion', eventosFile),
  incidencias: define(exportIncidencias, 'sesion', incidenciasFile),
  estados: define(exportEstado, 'sesion', estadoFile),
  logistica: define(exportLogistica, 'sesion', ficheroLogistica),
  ciclo: define(exportCuadro, 'sesion', ficheroCuadro),
  ciclo_contenedores: define(exportListaCiclo, 'sesion', fileList),
  prevision: define(exportPrevisiones, 'sesion', previsionesFile),
  perdidas: define(exportPerdidas, 'sesion', perdidasFile),
  merma: define(exportMerma, 'sesion', mermaFile),
  merma_contenedores: define(exportMermaLista, 'sesion', mermaListaFile),
  pilas: define(exportPilas, 'sesion', pilasFile),
  recuentos: define(exportRecuentos, 'sesion', recuentosFile),
  // A partner's users export balances, statement and containers, and have no views of them.
  saldos: define(exportSaldos, 'sesion', saldosFile),
  extracto: define(exportExtracto, 'sesion', extractoFile),
  custodia_contenedores: define(exportEnCuenta, 'sesion', enCuentaFile),
  diferencias: define(exportDiferencias, 'sesion', diferenciasFile),
  disputas: define(exportDisputas, 'sesion', disputasFile),
  auditoria: define(exportAuditoria, 'empresa', ficheroAuditoria),
}
