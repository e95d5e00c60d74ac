import type { z } from 'zod'
import type { exportMerma, exportMermaLista, FilaMerma, Merma } from '#contract/cuentas/perdidas/merma'
import {
  COLUMNAS_MERMA,
  COLUMNAS_MERMA_TABLA,
  type ColumnaMerma,
  type ColumnaMermaTabla,
  NOMBRE_PARQUE_MERMA,
  NOMBRE_PARTE_MERMA,
  NOMBRE_POR_MERMA,
  NOMBRE_POR_MIL_MERMA,
  NOMBRE_QUE_MERMA,
  NOTA_MERMA,
  POCOS_MERMA,
  type PorMerma,
  SIN_CLAVE,
  SIN_POR_MERMA,
} from '#contract/cuentas/perdidas/merma-values'
import { formatDia } from '#contract/values/comunes'
import { empresaVisible } from '../../../platform/auth/auth'
import { pickColumns } from '../../../platform/export/columns'
import { addEmpresa } from '../../../platform/export/empresa'
import type { Archivo, Peticion } from '../../../platform/export/send'
import type { Column } from '../../../platform/export/tabla'
import { countMerma, listNombres, walkMerma } from './repo'
import { askLista, readMerma } from './service'

const euros = (centimos: number | null) => (centimos === null ? null : centimos / 100)

const COLUMN: Record<ColumnaMerma, Column<FilaMerma>> = {
  apodo: { titulo: 'Contenedor', valor: (f) => f.Apodo ?? f.mac, ancho: 18 },
  familia: { titulo: 'Familia', valor: (f) => f.Familia, ancho: 12 },
  declarado: { titulo: 'Declarado', valor: (f) => new Date(f.declarado), ancho: 20, instante: true },
  persona: { titulo: 'Lo declaró', valor: (f) => f.persona?.nombre ?? null, ancho: 20 },
  visto: {
    titulo: 'Visto por última vez',
    valor: (f) => f.visto && new Date(f.visto),
    ancho: 20,
    instante: true,
  },
  lugar: { titulo: 'Último lugar', valor: (f) => f.Ubicacion, ancho: 20 },
  etapa: { titulo: 'Etapa', valor: (f) => f.etapa, ancho: 16 },
  tercero: { titulo: 'Tercero', valor: (f) => f.tercero, ancho: 20 },
  euros: { titulo: 'Precio', valor: (f) => euros(f.centimos), ancho: 12, numerica: true, unidad: '€' },
  recuperado: {
    titulo: 'Recuperado',
    valor: (f) => f.recuperado && new Date(f.recuperado),
    ancho: 20,
    instante: true,
  },
}

/** Exports the containers of a list. */
export async function mermaListaFile(
  { db, principal, query }: Peticion<z.output<NonNullable<typeof exportMermaLista.query>>>,
  zona: string,
): Promise<Archivo<FilaMerma>> {
  const list = askLista(principal, query, zona)
  const columnas = await addEmpresa(
    db,
    query.columnas,
    (f: FilaMerma) => f.empresa,
    (pedidas) => pickColumns(COLUMNAS_MERMA, COLUMN, pedidas),
  )
  const total = await countMerma(db, list)
  const { clave, por } = list
  const nombres = por === 'familia' || clave === null ? null : await listNombres(db, list.empresa, por)
  return {
    nombre: 'merma_contenedores',
    titulo: `Merma: ${NOMBRE_QUE_MERMA[list.que].toLowerCase()}`,
    formato: query.formato,
    columnas,
    filas: walkMerma(db, list),
    total: () => total,
    zona: list.zona,
    sobre:
      clave === null
        ? []
        : [
            [
              NOMBRE_POR_MERMA[por],
              clave === SIN_CLAVE
                ? SIN_POR_MERMA[por]
                : nombres
                  ? (nombres.get(clave) ?? SIN_POR_MERMA[por])
                  : clave,
            ],
          ],
  }
}

/** A value that is no key of a row. */
const TOTAL = '\u0000total'
type Fila = Merma['filas'][number]

/** Columns of a file where none is requested: families have no arrivals. */
const defaultsOf = (por: PorMerma) =>
  por === 'familia' ? COLUMNAS_MERMA_TABLA.filter((c) => c !== 'por_mil') : COLUMNAS_MERMA_TABLA

/** Exports the table of a year. */
export async function mermaFile(
  { db, principal, query }: Peticion<z.output<NonNullable<typeof exportMerma.query>>>,
  zona: string,
): Promise<Archivo<Fila>> {
  const empresa = empresaVisible(principal, query.empresa)
  const merma = await readMerma(db, empresa, query.anio ?? null, query.por, zona)
  const count = (que: keyof typeof NOMBRE_QUE_MERMA): Column<Fila> => ({
    titulo: NOMBRE_QUE_MERMA[que],
    valor: (f) => f[que],
    ancho: 12,
    numerica: true,
  })
  const rate = (titulo: string, of: (f: Fila) => number | null): Column<Fila> => ({
    titulo,
    valor: (f) => {
      const rate = of(f)
      return rate === null ? null : Math.round(rate * 10_000) / 100
    },
    ancho: 18,
    numerica: true,
    unidad: '%',
  })
  const column: Record<ColumnaMermaTabla, Column<Fila>> = {
    nombre: {
      titulo: NOMBRE_POR_MERMA[query.por],
      valor: (f) => f.nombre ?? (f.clave === TOTAL ? 'Total' : SIN_POR_MERMA[query.por]),
      ancho: 22,
    },
    declarados: count('declarados'),
    recuperados: count('recuperados'),
    perdidos: count('perdidos'),
    euros: {
      titulo: 'Valor perdido',
      valor: (f) => euros(f.centimos),
      ancho: 14,
      numerica: true,
      unidad: '€',
    },
    parque: {
      titulo: NOMBRE_PARQUE_MERMA[query.por],
      valor: (f) => f.parque && Math.round(f.parque * 10) / 10,
      ancho: 16,
      numerica: true,
    },
    merma: rate('Merma', (f) => f.merma),
    bajo: rate('Merma, como poco', (f) => f.bajo),
    alto: rate('Merma, como mucho', (f) => f.alto),
    pocos: { titulo: 'Fiabilidad', valor: (f) => (f.pocos ? POCOS_MERMA : null), ancho: 14 },
    por_mil: {
      titulo: query.por === 'familia' ? NOMBRE_POR_MIL_MERMA.tercero : NOMBRE_POR_MIL_MERMA[query.por],
      valor: (f) => f.por_mil && Math.round(f.por_mil * 100) / 100,
      ancho: 22,
      numerica: true,
    },
    parte: {
      titulo: NOMBRE_PARTE_MERMA,
      valor: (f) => f.parte && Math.round(f.parte * 1000) / 10,
      ancho: 18,
      numerica: true,
      unidad: '%',
    },
  }
  const filas = [...merma.filas, { ...merma.total, clave: TOTAL, nombre: null }]
  return {
    nombre: 'merma',
    titulo: `Merma de ${merma.anio}`,
    formato: query.formato,
    columnas: pickColumns(COLUMNAS_MERMA_TABLA, column, query.columnas ?? defaultsOf(query.por)),
    filas,
    total: () => filas.length,
    zona,
    sobre: [
      [
        'Periodo',
        `del ${formatDia(merma.desde)} al ${formatDia(merma.hasta)}${merma.completo ? '' : ', sin extrapolar al año'}`,
      ],
      ...(query.por === 'familia' ? [] : [['Merma', NOTA_MERMA[query.por]] as [string, string]]),
    ],
  }
}
