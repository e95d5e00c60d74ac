import { z } from 'zod'

/** ISO 8601 with offset. */
export const Instante = z.iso.datetime({ offset: true })

/** Plant day, `YYYY-MM-DD`. */
export const Dia = z.iso.date({ error: 'La fecha debe tener el formato AAAA-MM-DD.' })

const NUL = '\u0000'

/** Text a person typed: trimmed, bounded, without NUL. */
export const texto = (max: number, falta?: string) =>
  z
    .string(falta === undefined ? undefined : { error: falta })
    .trim()
    .max(max, { error: `Como mucho ${max} caracteres.` })
    .refine((s) => !s.includes(NUL), { error: 'El texto contiene caracteres no permitidos.' })

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

export function normalizeMacSerie(s: string): string {
  const hex = s.trim().replace(/[:\-. ]/g, '')
  return /^[0-9a-f]{12}$/i.test(hex) ? hex.toUpperCase() : s.trim().toUpperCase()
}

/** Nickname of a container: digits, a hyphen, digits. */
export const APODO_CONTENEDOR = /^\d+-\d+$/

export const ErrorApi = z.object({
  /** Spanish, for people. */
  error: z.string(),
  /** Stable word, for programs. */
  code: z.string(),
  /** Field that is wrong, where one is. */
  campo: z.string().optional(),
})
export type ErrorApi = z.infer<typeof ErrorApi>

/** Company number: an admin may narrow any list to one company; anybody else may only name their own. */
export const empresaOpcional = { empresa: z.coerce.number().int().min(1).max(1_000_000).optional() }

export const SinContenido = z.object({ ok: z.literal(true) })

/** A file download; the body is not JSON. */
export const Archivo = z.any()
