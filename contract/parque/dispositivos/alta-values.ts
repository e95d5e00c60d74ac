import { APODO_CONTENEDOR, APODO_MAL_ESCRITO, normalizeMacSerie } from '../../values/comunes'

/** Format of a serial number in upper case. Texts with colons or spaces are incomplete MACs instead. */
const SERIE = /^[A-Z0-9][A-Z0-9._/-]{2,63}$/

export const isMac = (mac: string): boolean => /^[0-9A-F]{12}$/.test(normalizeMacSerie(mac))
/** Whether a text in upper case can be the serial number of a device that has no MAC. */
export const isSerie = (s: string): boolean => SERIE.test(s) && !isMac(s)

const corta = (s: string) => (s.length > 40 ? `${s.slice(0, 40)}…` : s)

/**
 * The error in the nickname of a device, in Spanish; null: none. A container has family, hyphen and number; a reader has a name.
 * @param suyo its present nickname, which it may keep
 */
export function reviewApodo(tipo: string, apodo: string, suyo?: string | null): string | null {
  const limpio = apodo.trim()
  if (limpio && (tipo === 'Reader' || limpio === suyo || APODO_CONTENEDOR.test(limpio))) return null
  return tipo === 'Reader' ? 'Falta apodo' : APODO_MAL_ESCRITO
}

export type RevisionMac =
  | { reparo: null }
  /** `confirmar`: it may be a serial number, and a person has to confirm it. */
  | { reparo: string; confirmar: boolean }

/** Check the MAC of a device that is being registered. */
export function reviewMac(mac: string, esSerie: boolean): RevisionMac {
  const m = normalizeMacSerie(mac)
  if (isMac(m) || (esSerie && SERIE.test(m))) return { reparo: null }
  return SERIE.test(m)
    ? {
        reparo: `«${corta(m)}» no es una MAC de 12 cifras hexadecimales. ¿Es un número de serie?`,
        confirmar: true,
      }
    : {
        reparo: `«${corta(m)}» no es una MAC (12 cifras hexadecimales) ni un número de serie (letras, cifras, guion y punto).`,
        confirmar: false,
      }
}
