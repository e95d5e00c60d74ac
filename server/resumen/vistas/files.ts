import type { z } from 'zod'
import {
  exportDiferencias,
  exportEnCuenta,
  exportExtracto,
  exportSaldos,
} from '#contract/cuentas/custodia/custodia'
import { exportDisputas } from '#contract/cuentas/custodia/disputas'
import { exportMerma, exportMermaLista } from '#contract/cuentas/perdidas/merma'
import { exportPerdidas } from '#contract/cuentas/perdidas/perdidas'
import { exportPilas } from '#contract/cuentas/pilas/pilas'
import { exportRecuentos } from '#contract/cuentas/recuentos/recuentos'
import type { Endpoint } from '#contract/endpoint'
import type { Formato } from '#contract/exportar'
import { exportCuadro, exportListaCiclo } from '#contract/flujo/ciclos/cuadro'
import { exportPrevisiones } from '#contract/flujo/prevision/prevision'
import { exportEventos } from '#contract/oir/eventos/eventos'
import { exportIncidencias } from '#contract/oir/incidencias/incidencias'
import { exportInventario, exportPoc } from '#contract/parque/dispositivos/inventario'
import { exportLogistica } from '#contract/parque/logistica/logistica'
import { exportEstado } from '#contract/parque/ubicaciones/ubicaciones'
import { exportAuditoria } from '#contract/personas/auditoria/auditoria'
import type { Busqueda, PantallaVista } from '#contract/resumen/vistas/values'
import { disputasFile } from '../../cuentas/custodia/disputas/export-file'
import { diferenciasFile, enCuentaFile, extractoFile, saldosFile } from '../../cuentas/custodia/export-file'
import { perdidasFile } from '../../cuentas/perdidas/export-file'
import { mermaFile, mermaListaFile } from '../../cuentas/perdidas/merma/export-file'
import { pilasFile } from '../../cuentas/pilas/export-file'
import { recuentosFile } from '../../cuentas/recuentos/export-file'
import { ficheroCuadro, fileList } from '../../flujo/ciclos/export-files'
import { previsionesFile } from '../../flujo/prevision/file'
import { eventosFile } from '../../oir/eventos/export-file'
import { incidenciasFile } from '../../oir/incidencias/export-file'
import { ficheroAntiguo, ficheroPoc } from '../../parque/dispositivos/export-file'
import { ficheroLogistica } from '../../parque/logistica/file'
import { estadoFile } from '../../parque/ubicaciones/file-estado'
import { ficheroAuditoria } from '../../personas/auditoria/export-file'
import type { Politica } from '../../platform/auth/policy'
import type { Principal } from '../../platform/auth/principal'
import type { Db } from '../../platform/db/client'
import { type Archivo, drawArchivo, type Peticion } from '../../platform/export/send'
import { entradaNoValida } from '../../platform/http/errores'

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
