import type { z } from 'zod'
import type { Anotacion, exportAuditoria, FiltrosAuditoria } from '#contract/auditoria'
import { empresaVisible } from '../acceso/acceso'
import type { Principal } from '../acceso/principal'
import type { Archivo, Peticion } from '../exportar/send'
import type { Columna } from '../exportar/tabla'
import { entradaNoValida } from '../http/errores'
import { limiteDePlanta } from '../tiempo'
import { type Filtro, walkAnotaciones } from './repo'

const texto = (v: Anotacion['antes']) => (v === null ? null : JSON.stringify(v))

const COLUMNAS: Columna<Anotacion>[] = [
  { titulo: 'Momento', valor: (a) => new Date(a.momento), ancho: 20, instante: true },
  { titulo: 'Usuario', valor: (a) => a.username, ancho: 16 },
  { titulo: 'Dirección', valor: (a) => a.direccion, ancho: 16 },
  { titulo: 'Empresa', valor: (a) => a.empresa, ancho: 9, numerica: true, codigo: true },
  { titulo: 'Acción', valor: (a) => a.accion, ancho: 10 },
  { titulo: 'Qué', valor: (a) => a.entidad, ancho: 14 },
  { titulo: 'Nombre', valor: (a) => a.nombre ?? a.entidad_id, ancho: 20 },
  { titulo: 'Antes', valor: (a) => texto(a.antes), ancho: 40 },
  { titulo: 'Después', valor: (a) => texto(a.despues), ancho: 40 },
]

/** What was asked for, in the words of the repository. Throws 400 for days in the wrong order. */
export function resolveFiltro(
  f: z.output<typeof FiltrosAuditoria>,
  principal: Principal,
  zona: string,
): Filtro {
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

/** The file of the audit log. */
export async function ficheroAuditoria(
  { db, principal, query }: Peticion<Query>,
  zona: string,
): Promise<Archivo<Anotacion>> {
  return {
    nombre: 'auditoria',
    titulo: 'Auditoría',
    formato: query.formato,
    columnas: COLUMNAS,
    filas: walkAnotaciones(db, resolveFiltro(query, principal, zona), zona),
    total: () => null,
    zona,
  }
}
