import { z } from 'zod'
import { Archivo, empresaOpcional, entero, enteroOpcional, Instante, opcional, texto } from '../../comunes'
import { endpoint } from '../../endpoint'
import { Formato, seguimientoOpcional } from '../../exportar'

/** State of a series: forecast; forecast but no better than the last value; not forecast, since too few departures; not yet forecast. */
export const ESTADOS_SERIE = ['prevista', 'poco_fiable', 'pocos_datos', 'pendiente'] as const

/** Forecast stock of a stage in the coming 24 open hours. */
export const SeriePrevista = z.object({
  id: z.number().int(),
  empresa: z.number().int(),
  ciclo: z.object({ id: z.number().int(), nombre: z.string() }),
  etapa: z.object({ id: z.number().int(), nombre: z.string() }),
  /** '': all families of the stage; '*': the families with few departures together. */
  familia: z.string(),
  familias: z.array(z.string()),
  /** The full open hour of the forecast, and the stock at it. */
  momento: Instante,
  stock: z.number().int(),
  minimo: z.number().int().nullable(),
  estado: z.enum(ESTADOS_SERIE),
  /** The coming open hours, with the 80 % band and its middle; empty without a forecast. */
  horas: z.array(Instante).max(24),
  q10: z.array(z.number()).max(24),
  q50: z.array(z.number()).max(24),
  q90: z.array(z.number()).max(24),
  /** Probability, 0 to 1, of falling below the minimum within these hours, and by when; null: no minimum, or impossible. */
  p_falta: z.number().nullable(),
  /** Probability of that by each of the hours, up to `p_falta`; empty: already below the minimum, or no path leads there. */
  p_horas: z.array(z.number()).max(24),
  hora_falta: Instante.nullable(),
  /** The open warning; `ya`: the stock was below the minimum already when it began. */
  aviso: z.object({ desde: Instante, ya: z.boolean() }).nullable(),
  /**
   * Of the last warnings whose hours have passed: how many, and how many came true. Besides them: forecast ones whose hours have not passed, and
   * those that told of a shortage when it was there already.
   */
  avisos: z.object({
    contados: z.number().int(),
    ciertos: z.number().int(),
    pendientes: z.number().int(),
    ya: z.number().int(),
  }),
  /** Judged forecasts of the last weeks; null: none yet. Errors in containers. */
  juzgadas: z
    .object({
      n: z.number().int(),
      error: z.number(),
      error_ultimo: z.number(),
      cobertura: z.number(),
    })
    .nullable(),
  /** Back-test of the method over the weeks before; null: not done yet. */
  ensayo: z
    .object({
      error: z.number(),
      error_ultimo: z.number(),
      cobertura: z.number(),
      avisadas: z.number().int(),
      ciertas: z.number().int(),
      venidas: z.number().int(),
      antelacion_h: z.number().nullable(),
    })
    .nullable(),
})
export type SeriePrevista = z.infer<typeof SeriePrevista>

const filtro = {
  ciclo: enteroOpcional('ciclo', Number.MAX_SAFE_INTEGER),
  etapa: enteroOpcional('etapa', Number.MAX_SAFE_INTEGER),
  /** '': all families of the stage. */
  familia: texto(64).optional(),
  /** `faltas`: those that run short or have a warning; `todas`: all. Unset: whole stages, and families with a minimum. */
  ver: opcional(z.enum(['faltas', 'todas'])),
  ...empresaOpcional,
}

export const listPrevisiones = endpoint('GET /api/previsiones', 'ciclo:leer', {
  summary:
    'What each stage and family will have in the coming 24 open hours; those that will run short first.',
  query: z.object(filtro),
  response: z.object({ data: z.array(SeriePrevista).max(2000) }),
})

export const exportPrevisiones = endpoint('GET /api/export_previsiones', 'ciclo:leer', {
  summary: 'The same as previsiones.xlsx or previsiones.pdf.',
  query: z.object({ ...filtro, formato: Formato, ...seguimientoOpcional }),
  response: Archivo,
})

const PrevisionPasada = z.object({
  emitida: Instante,
  stock: z.number().int(),
  minimo: z.number().int().nullable(),
  p_falta: z.number().nullable(),
  hora_falta: Instante.nullable(),
  /** This forecast raised a warning. */
  aviso: z.boolean(),
  /** Whether its hours have passed; the fields that follow are known then. */
  juzgada: z.boolean(),
  /** The first hour with too few containers; null: none. */
  falto: Instante.nullable(),
  error: z.number().nullable(),
  error_ultimo: z.number().nullable(),
  /** Number of hours within the band. */
  dentro: z.number().int().nullable(),
  /** Number of hours that were checked. */
  miradas: z.number().int().nullable(),
})
export type PrevisionPasada = z.infer<typeof PrevisionPasada>

export const listPrevisionesPasadas = endpoint('GET /api/previsiones/{id}/pasadas', 'ciclo:leer', {
  summary: 'What was forecast of a series before and what came of it, the newest first.',
  params: z.object({
    id: z.coerce
      .number()
      .int()
      .min(1)
      .max(2 ** 53 - 1),
  }),
  query: z.object({
    /** `avisos`: forecasts that raised a warning; `juzgadas`: forecasts whose hours have passed. */
    ver: opcional(z.enum(['avisos', 'juzgadas'])),
    page: entero('page', 1_000_000, 1),
    per_page: entero('per_page', 200, 50),
    ...empresaOpcional,
  }),
  response: z.object({ data: z.array(PrevisionPasada).max(200), total: z.number().int() }),
})
