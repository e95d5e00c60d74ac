import type { z } from 'zod'
import type { Anotacion, exportAuditoria, FiltrosAuditoria } from '#contract/personas/auditoria/auditoria'
import { empresaVisible } from '../../platform/auth/auth'
import type { Principal } from '../../platform/auth/principal'
import type { Archivo, Peticion } from '../../platform/export/send'
import type { Column } from '../../platform/export/tabla'
import { entradaNoValida } from '../../platform/http/errores'
import { limiteDePlanta } from '../../platform/time/time'
import { type Filter, walkAnotaciones } from './repo'

const text = (v: Anotacion['antes']) => (v === null ? null : JSON.stringify(v))

const COLUMNS: Column<Anotacion>[] = [
  { titulo: 'Momento', valor: (a) => new Date(a.momento), ancho: 20, instante: true },
  { titulo: 'Usuario', valor: (a) => a.username, ancho: 16 },
  { titulo: 'Dirección', valor: (a) => a.direccion, ancho: 16 },
  { titulo: 'Empresa', valor: (a) => a.empresa, ancho: 9, numerica: true, codigo: true },
  { titulo: 'Acción', valor: (a) => a.accion, ancho: 10 },
  { titulo: 'Qué', valor: (a) => a.entidad, ancho: 14 },
  { titulo: 'Nombre', valor: (a) => a.nombre ?? a.entidad_id, ancho: 20 },
  { titulo: 'Antes', valor: (a) => text(a.antes), ancho: 40 },
  { titulo: 'Después', valor: (a) => text(a.despues), ancho: 40 },
]

/** The filters in the form of the repository. Throws 400 for days in the wrong order. */
export function resolveFilter(
  f: z.output<typeof FiltrosAuditoria>,
  principal: Principal,
  zona: string,
): Filter {
  if (f.desde && f.hasta && f.desde > f.hasta)
    throw entradaNoValida('La fecha de fin es anterior a la de inicio.', 'hasta')
  return {
    empresa: empresaVisible(principal, f.empresa),
    search: f.search,
    entidad: f.entidad,
    accion: f.accion,
    desde: f.desde ? limiteDePlanta(f.desde, 'desde', zona) : null,
    hasta: f.hasta ? limiteDePlanta(f.hasta, 'hasta', zona) : null,
  }
}

type Query = z.output<NonNullable<typeof exportAuditoria.query>>

/** Exports the audit log. */
export async function ficheroAuditoria(
  { db, principal, query }: Peticion<Query>,
  zona: string,
): Promise<Archivo<Anotacion>> {
  return {
    nombre: 'auditoria',
    titulo: 'Auditoría',
    formato: query.formato,
    columnas: COLUMNS,
    filas: walkAnotaciones(db, resolveFilter(query, principal, zona), zona),
    total: () => null,
    zona,
  }
}
