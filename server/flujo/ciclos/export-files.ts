import type { z } from 'zod'
import type {
  EtapaCuadro,
  exportCuadro,
  exportListaCiclo,
  FilaCiclo,
  listCiclo,
} from '#contract/flujo/ciclos/cuadro'
import {
  COLUMNAS_LISTA_CICLO,
  type ColumnaListaCiclo,
  formatMotivo,
  type ListaCiclo,
  type Meta,
  type OrdenCiclo,
} from '#contract/flujo/ciclos/cuadro-values'
import { empresaVisible } from '../../platform/auth/auth'
import type { Principal } from '../../platform/auth/principal'
import type { Db } from '../../platform/db/client'
import { pickColumns } from '../../platform/export/columns'
import { addEmpresa } from '../../platform/export/empresa'
import type { Archivo, Peticion } from '../../platform/export/send'
import type { Column } from '../../platform/export/tabla'
import { noEncontrado } from '../../platform/http/errores'
import { readCuadro } from './cuadro'
import { isVisible, listNombres } from './repo-cuadro'
import { countList, type List, walkList } from './repo-list'

type Filters = Omit<z.output<NonNullable<(typeof listCiclo)['query']>>, 'page' | 'per_page'>

const OPEN: readonly ListaCiclo[] = ['dentro', 'atascados', 'aparte']
const orderOf = (que: ListaCiclo): OrdenCiclo => (OPEN.includes(que) ? 'coste' : 'desde')

/** The list that a request asks for, within what the caller may see. Throws 404 for another company or its loop. */
export async function resolveList(db: Db, q: Filters, principal: Principal): Promise<List> {
  const empresa = empresaVisible(principal, q.empresa)
  if (q.ciclo !== undefined && !(await isVisible(db, q.ciclo, empresa)))
    throw noEncontrado('No existe ese ciclo.')
  return {
    que: q.que,
    donde: {
      empresa,
      ciclo: q.ciclo ?? null,
      etapa: q.etapa ?? null,
      familia: q.familia ?? null,
    },
    timeRange: {
      a: q.a ?? null,
      desde: q.desde ? new Date(q.desde) : null,
      hasta: q.hasta ? new Date(q.hasta) : null,
    },
    de: q.mios ? principal.usuarioId : null,
    orden: q.orden ?? orderOf(q.que),
    sentido: q.sentido ?? 'desc',
  }
}

const redondo = (v: number | null) => (v === null ? null : Math.round(v * 10) / 10)
const COLUMN: Record<ColumnaListaCiclo, Column<FilaCiclo>> = {
  apodo: { titulo: 'Contenedor', valor: (f) => f.Apodo ?? f.mac, ancho: 18 },
  familia: { titulo: 'Familia', valor: (f) => f.Familia, ancho: 12 },
  etapa: {
    titulo: 'Etapa',
    valor: (f) => (f.de ? `${f.de.nombre} → ${f.etapa.nombre}` : f.etapa.nombre),
    ancho: 20,
  },
  lugar: { titulo: 'Ubicación', valor: (f) => f.Lugar, ancho: 20 },
  desde: { titulo: 'Desde', valor: (f) => new Date(f.desde), ancho: 20, instante: true },
  hasta: {
    titulo: 'Hasta',
    valor: (f) => (f.hasta ? new Date(f.hasta) : null),
    ancho: 20,
    instante: true,
  },
  horas: { titulo: 'Horas', valor: (f) => redondo(f.horas), ancho: 10, numerica: true, unidad: 'h' },
  limite: { titulo: 'Límite', valor: (f) => redondo(f.limite_h), ancho: 10, numerica: true, unidad: 'h' },
  exceso: { titulo: 'De más', valor: (f) => redondo(f.exceso_h), ancho: 10, numerica: true, unidad: 'h' },
  euros: { titulo: 'Coste', valor: (f) => redondo(f.euros), ancho: 10, numerica: true, unidad: '€' },
  motivo: { titulo: 'Motivo', valor: formatMotivo, ancho: 16 },
  lleva: { titulo: 'Lo lleva', valor: (f) => f.lleva?.nombre ?? null, ancho: 20 },
  nota: { titulo: 'Nota', valor: (f) => f.nota, ancho: 32 },
}

/** Exports the containers behind a figure. */
export async function fileList(
  { db, principal, query }: Peticion<z.output<NonNullable<typeof exportListaCiclo.query>>>,
  zona: string,
): Promise<Archivo<FilaCiclo>> {
  const list = await resolveList(db, query, principal)
  const columnas = await addEmpresa(
    db,
    query.columnas,
    (f: FilaCiclo) => f.empresa,
    (pedidas) => pickColumns(COLUMNAS_LISTA_CICLO, COLUMN, pedidas),
  )
  const total = await countList(db, list)
  const { ciclo, etapas } = await listNombres(db, list.donde.ciclo, [query.etapa ?? 0, query.a ?? 0])
  return {
    nombre: 'contenedores_ciclo',
    titulo: 'Contenedores del ciclo',
    formato: query.formato,
    columnas,
    filas: walkList(db, list, zona),
    total: () => total,
    zona,
    sobre: [
      ...(ciclo === null ? [] : [['Ciclo', ciclo] as [string, string]]),
      ...(etapas.length ? [['Etapa', etapas.join(' → ')] as [string, string]] : []),
    ],
  }
}

/** A family without targets of its own has the plazo of all families, but not their stock targets. */
const metaOf = (e: EtapaCuadro, field: keyof Meta) =>
  e.meta[field] ?? (field === 'plazo_h' ? e.general.plazo_h : null)
const numero = (titulo: string, valor: (e: EtapaCuadro) => number | null, unidad?: string) => ({
  titulo,
  valor: (e: EtapaCuadro) => redondo(valor(e)),
  ancho: 12,
  numerica: true as const,
  ...(unidad && { unidad }),
})

const DE_ETAPA: Column<EtapaCuadro>[] = [
  { titulo: 'Etapa', valor: (e) => e.nombre, ancho: 18 },
  numero('Dentro', (e) => e.dentro),
  numero('Mínimo', (e) => metaOf(e, 'minimo')),
  numero('Objetivo', (e) => metaOf(e, 'objetivo')),
  numero('Máximo', (e) => metaOf(e, 'maximo')),
  numero('Atascados', (e) => e.atascados),
  numero('Con motivo', (e) => e.aparte),
  numero('Sin señal', (e) => e.callan),
  numero('Estancias', (e) => e.n),
  numero('Mediana', (e) => e.mediana_h, 'h'),
  numero('90 %', (e) => e.p90_h, 'h'),
  numero('Plazo', (e) => metaOf(e, 'plazo_h'), 'h'),
  {
    titulo: 'Cobertura',
    valor: (e) =>
      e.cobertura &&
      `Incompleta: se ven ${Math.round(e.cobertura.se_ven)} y deberían ser ${Math.round(e.cobertura.deberian)}`,
    ancho: 40,
  },
]

/** Exports the stages of a loop with their figures. Throws 404. */
export async function ficheroCuadro(
  { db, principal, query }: Peticion<z.output<NonNullable<typeof exportCuadro.query>>>,
  zona: string,
): Promise<Archivo<EtapaCuadro>> {
  const { ciclo } = await readCuadro(db, principal, query, zona)
  const filas = ciclo?.etapas ?? []
  return {
    nombre: 'ciclo',
    titulo: ciclo ? `Ciclo ${ciclo.nombre}` : 'Ciclo',
    formato: query.formato,
    columnas: DE_ETAPA,
    filas,
    total: () => filas.length,
    zona,
    sobre: ciclo?.medido ? [['Medido', ciclo.medido.slice(0, 16).replace('T', ' ')]] : [],
  }
}
