import { z } from 'zod'
import { normalizeMacSerie } from './values/comunes'

/** ISO 8601 with offset. */
export const Instante = z.iso.datetime({ offset: true })
/** A requested moment. Year 0 and offsets beyond fourteen hours are refused: the database supports neither. */
export const instantePedido = (error: string) =>
  z.iso.datetime({ offset: true, error }).refine((s) => !/^0000|[+-](?:1[5-9]|2\d):\d\d$/.test(s), { error })

/** Plant day, `YYYY-MM-DD`. */
export const Dia = z.iso
  .date({ error: 'La fecha debe tener el formato AAAA-MM-DD.' })
  .refine((dia) => dia >= '0001-01-01', 'Esa fecha no existe.')

/** Control characters and unpaired surrogates: they cannot be stored, shown or exported. */
const NO_ES_TEXTO = /[\p{Cc}\p{Cs}]/u

/**
 * Marks that nobody sees: those that turn the direction of text, by which a name shows as another one or turns what stands beside it, and
 * blanks without width, by which two names look alike. They come with what is copied, so they are left out and not refused.
 */
const UNSEEN = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** One line that a person typed: trimmed, limited in length, without control characters and unseen marks. */
export const texto = (max: number, falta?: string) =>
  z
    .string(falta === undefined ? undefined : { error: falta })
    .overwrite((s) => s.replace(UNSEEN, ''))
    .trim()
    .max(max, { error: `Como mucho ${max} caracteres.` })
    .refine((s) => !NO_ES_TEXTO.test(s), { error: 'El texto contiene caracteres no permitidos.' })

/** A mail address; blank: none. */
export const DireccionCorreo = texto(254)
  .transform((s) => s || null)
  .pipe(z.email({ error: 'La dirección de correo no es válida.' }).nullable())
  .nullable()

const blancoEsNada = (v: unknown) => (typeof v === 'string' && v.trim() === '' ? undefined : v)

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i

/**
 * Digits become a number and a blank becomes undefined. Other texts that Number() accepts (0x10, true) are left for validation to refuse.
 */
function numeroOf(v: unknown): unknown {
  const s = blancoEsNada(v)
  return typeof s === 'string' && DECIMAL.test(s.trim()) ? Number(s) : s
}

/** A number of a query or a form: a number or its digits. */
export const decimal = (error: string, min: number, max: number) =>
  z.preprocess(numeroOf, z.number({ error }).min(min, { error }).max(max, { error }))

const numeroEntero = (nombre: string, max: number) =>
  z
    .number({ error: `${nombre} debe ser un número.` })
    .int({ error: `${nombre} debe ser un número entero.` })
    .min(1, { error: `${nombre} debe ser 1 o más.` })
    .max(max, { error: `${nombre} debe ser ${max} o menos.` })

/** A whole number from 1; absent or blank is undefined. */
export const enteroOpcional = (nombre: string, max: number) =>
  z.preprocess(numeroOf, numeroEntero(nombre, max).optional()).optional()

/** A whole number from 1; absent or blank is `defecto`. */
export const entero = (nombre: string, max: number, defecto: number) =>
  z.preprocess(numeroOf, numeroEntero(nombre, max).default(defecto)).default(defecto)

/** One of a list of values; absent or blank is undefined. */
export const opcional = <T extends z.ZodType>(opcion: T) =>
  z.preprocess(blancoEsNada, opcion.optional()).optional()

/** An optional filter: blank counts as absent. */
export const filtro = (max: number) =>
  texto(max)
    .transform((s) => (s === '' ? undefined : s))
    .optional()

/**
 * MAC or serial of a device. A MAC (12 hex digits, with or without separators) becomes 12 upper case hex digits;
 * anything else is kept as a serial in upper case.
 */
export const MacSerie = texto(64, 'Falta mac_serie')
  .min(1, { error: 'Falta mac_serie' })
  .transform((s) => normalizeMacSerie(s))

/** Id of a row, in the path of a call. */
export const Id = z.coerce
  .number({ error: 'El identificador no es válido.' })
  .int({ error: 'El identificador no es válido.' })
  .min(1, { error: 'El identificador no es válido.' })
  .max(2 ** 53 - 1, { error: 'El identificador no es válido.' })

/** For calls with the id of a thing in their path. */
export const porId = { params: z.object({ id: Id }) }

export const ErrorApi = z.object({
  /** Message in Spanish, for people. */
  error: z.string(),
  /** Stable code, for programs. */
  code: z.string(),
  /** The wrong field, if one field is wrong. */
  campo: z.string().optional(),
})
export type ErrorApi = z.infer<typeof ErrorApi>

/** Company id: an admin may restrict any list to one company; other callers may only name their own. */
export const empresaOpcional = { empresa: enteroOpcional('empresa', 1_000_000) }

export const NumeroEmpresa = z
  .number({ error: 'Falta la empresa.' })
  .int({ error: 'El número de empresa debe ser entero.' })
  .min(1, { error: 'El número de empresa debe ser 1 o más.' })
  .max(1_000_000, { error: 'El número de empresa debe ser 1000000 o menos.' })

/** For calls with the id of a company in their path. */
export const porEmpresa = {
  params: z.object({ id: z.coerce.number({ error: 'El identificador no es válido.' }).pipe(NumeroEmpresa) }),
}

export const SinContenido = z.object({ ok: z.literal(true) })

/** A file download; the body is not JSON. */
export const Archivo = z.any()

/** The call has no answer of its own: it leads the browser to another address. */
export const Redireccion = z.any()
