import { z } from 'zod'
import { Archivo, empresaOpcional, entero, enteroOpcional, filtro, Instante } from '../../comunes'
import { endpoint } from '../../endpoint'
import { columnasOpcional, Formato, seguimientoOpcional } from '../../exportar'
import { PORES_MERMA, QUES_MERMA } from './merma-values'

const Tabla = z.object({
  /** Absent: this year, by the plants' calendar. */
  anio: enteroOpcional('anio', 2200),
  por: z.enum(PORES_MERMA, { error: 'No se puede separar por eso.' }).default('familia'),
  ...empresaOpcional,
})

const Suma = z.object({
  declarados: z.number().int(),
  recuperados: z.number().int(),
  perdidos: z.number().int(),
  /** Value of the lost containers, in cents. */
  centimos: z.number().int(),
  /** Mean number of containers that were exposed: in the pool, in the stage, in the partner's custody by the book; null: the period is empty. */
  parque: z.number().nullable(),
  /**
   * Lost containers as a share of `parque`, over the period, with its exact 90 % confidence band, cut at 1; null: none was exposed, or more
   * were lost than there were on average, which is no share.
   */
  merma: z.number().nullable(),
  bajo: z.number().nullable(),
  alto: z.number().nullable(),
  /** Under 30 container-years were exposed: the rate says little. */
  pocos: z.boolean(),
  /** Share in all lost containers, 0 to 1; null: none was lost. It says where losses happen, not how likely they are there. */
  parte: z.number().nullable(),
  /** Arrivals at the stage, or containers sent to the partner; null: by family, in all, and of what is in none. */
  entradas: z.number().int().nullable(),
  /** Lost containers for each 1,000 of `entradas`; null: fewer came than were lost. */
  por_mil: z.number().nullable(),
})

export const getMerma = endpoint('GET /api/perdidas/merma', 'perdidas:leer', {
  summary:
    'What was declared lost in a calendar year and not heard again since, against the containers that there were on average: by family, stage or partner.',
  query: Tabla,
  response: z.object({
    anio: z.number().int(),
    /** Years with data, the newest first. */
    anios: z.array(z.number().int()).max(201),
    /** The part of the year that is covered: since the first container was registered, until now. Nothing is extrapolated. */
    desde: Instante,
    hasta: Instante,
    /** The year is covered completely. */
    completo: z.boolean(),
    /** False: a company's losses were not counted yet, which takes a minute after the first start. */
    contado: z.boolean(),
    filas: z
      .array(Suma.extend({ clave: z.string(), /** Null: of none. */ nombre: z.string().nullable() }))
      .max(20_000),
    total: Suma,
  }),
})
export type Merma = z.infer<(typeof getMerma)['response']>

const Filtros = Tabla.extend({
  /** Key of a row of the table; absent: all rows. */
  clave: filtro(64),
  que: z.enum(QUES_MERMA, { error: 'Esa lista no existe.' }).default('perdidos'),
})

export const FilaMerma = z.object({
  mac: z.string(),
  Apodo: z.string().nullable(),
  Familia: z.string().nullable(),
  empresa: z.number().int(),
  declarado: Instante,
  /** Null: the account no longer exists. */
  persona: z.object({ id: z.number().int(), nombre: z.string() }).nullable(),
  /** When it was last heard before it was declared lost, and where; null: no longer known. */
  visto: Instante.nullable(),
  Ubicacion: z.string().nullable(),
  etapa: z.string().nullable(),
  /** Partner in whose custody it was; null: the company itself. */
  tercero: z.string().nullable(),
  centimos: z.number().int().nullable(),
  /** When it was heard again; null: never. */
  recuperado: Instante.nullable(),
})
export type FilaMerma = z.infer<typeof FilaMerma>

export const listMerma = endpoint('GET /api/perdidas/merma/lista', 'perdidas:leer', {
  summary: 'The containers behind a number of that table, those declared last first.',
  query: Filtros.extend({ page: entero('page', 1_000_000, 1), per_page: entero('per_page', 200, 50) }),
  response: z.object({ data: z.array(FilaMerma), total: z.number().int() }),
})

export const exportMerma = endpoint('GET /api/export_merma', 'perdidas:leer', {
  summary: 'The table as merma.xlsx or merma.pdf.',
  query: Tabla.extend({ formato: Formato, ...columnasOpcional, ...seguimientoOpcional }),
  response: Archivo,
})

export const exportMermaLista = endpoint('GET /api/export_merma_lista', 'perdidas:leer', {
  summary: 'The list as merma_contenedores.xlsx or merma_contenedores.pdf.',
  query: Filtros.extend({ formato: Formato, ...columnasOpcional, ...seguimientoOpcional }),
  response: Archivo,
})
