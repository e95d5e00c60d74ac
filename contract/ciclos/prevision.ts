import { z } from 'zod'
import { Archivo, empresaOpcional, entero, enteroOpcional, Instante, opcional, texto } from '../comunes'
import { endpoint } from '../endpoint'
import { Formato, seguimientoOpcional } from '../exportar'
import { RUTAS } from '../rutas'

/** What is to be said of a series: a forecast, one that is no better than the last value, none for too few departures, or not yet. */
export const ESTADOS_SERIE = ['prevista', 'poco_fiable', 'pocos_datos', 'pendiente'] as const

/** What the stock of a stage will be in the coming 24 open hours. */
export const SeriePrevista = z.object({
  id: z.number().int(),
  empresa: z.number().int(),
  ciclo: z.object({ id: z.number().int(), nombre: z.string() }),
  etapa: z.object({ id: z.number().int(), nombre: z.string() }),
  /** '' all of the stage, '*' those families that few leave of. */
  familia: z.string(),
  familias: z.array(z.string()),
  /** The full open hour of the last look, and what was there. */
  momento: Instante,
  stock: z.number().int(),
  minimo: z.number().int().nullable(),
  estado: z.enum(ESTADOS_SERIE),
  /** The coming open hours, with the band of 80 % and its middle; empty where nothing is forecast. */
  horas: z.array(Instante).max(24),
  q10: z.array(z.number()).max(24),
  q50: z.array(z.number()).max(24),
  q90: z.array(z.number()).max(24),
  /** Chance, 0 to 1, of less than the minimum at some moment of these hours, and by when; null: no minimum, or not at all. */
  p_falta: z.number().nullable(),
  /** Chance of that until each of the hours, up to `p_falta`; empty: too little is there already, or no path leads there. */
  p_horas: z.array(z.number()).max(24),
  hora_falta: Instante.nullable(),
  /** The warning that goes on; `ya`: there were too few when it began. */
  aviso: z.object({ desde: Instante, ya: z.boolean() }).nullable(),
  /** Of the last warnings whose hours have passed, how many came true. */
  avisos: z.object({ contados: z.number().int(), ciertos: z.number().int() }),
  /** Forecasts of the last weeks that have been judged; null: none yet. Errors in containers. */
  juzgadas: z
    .object({
      n: z.number().int(),
      error: z.number(),
      error_ultimo: z.number(),
      cobertura: z.number(),
    })
    .nullable(),
  /** How the method would have done in the last weeks before; null: not tried yet. */
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
  /** '' all of a stage. */
  familia: texto(64).optional(),
  /** `faltas`: those that run short or have a warning; `todas`; by itself whole stages, and families that have a minimum. */
  ver: opcional(z.enum(['faltas', 'todas'])),
  ...empresaOpcional,
}

export const listPrevisiones = endpoint({
  ...RUTAS.listPrevisiones,
  summary:
    'What each stage and family will have in the coming 24 open hours; those that will run short first.',
  query: z.object(filtro),
  response: z.object({ data: z.array(SeriePrevista).max(2000) }),
})

export const exportPrevisiones = endpoint({
  ...RUTAS.exportPrevisiones,
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
  /** People were warned by this one. */
  aviso: z.boolean(),
  /** Whether its hours have passed; what follows is known then. */
  juzgada: z.boolean(),
  /** The first hour at which there were too few; null: at none. */
  falto: Instante.nullable(),
  error: z.number().nullable(),
  error_ultimo: z.number().nullable(),
  /** Of this many hours looked at, this many were within the band. */
  dentro: z.number().int().nullable(),
  miradas: z.number().int().nullable(),
})
export type PrevisionPasada = z.infer<typeof PrevisionPasada>

export const listPrevisionesPasadas = endpoint({
  ...RUTAS.listPrevisionesPasadas,
  summary: 'What was forecast of a series before and what came of it, the newest first.',
  params: z.object({
    id: z.coerce
      .number()
      .int()
      .min(1)
      .max(2 ** 53 - 1),
  }),
  query: z.object({
    /** `avisos`: those that people were warned by; `juzgadas`: those whose hours have passed. */
    ver: opcional(z.enum(['avisos', 'juzgadas'])),
    page: entero('page', 1_000_000, 1),
    per_page: entero('per_page', 200, 50),
    ...empresaOpcional,
  }),
  response: z.object({ data: z.array(PrevisionPasada).max(200), total: z.number().int() }),
})
