import { recuerdoDePestana } from '../recuerdo'
import { createAlmacen, useAlmacen } from './almacen'

const CLAVE = 'retorna.empresa'

function read(): number | undefined {
  const n = Number(recuerdoDePestana.get(CLAVE))
  return Number.isInteger(n) && n > 0 ? n : undefined
}

// Kept per tab, not in the address: every screen owns its own search params, and an admin may compare two
// companies in two tabs.
const elegida = createAlmacen<number | undefined>(read())

/** Company that an admin has filtered every screen by; undefined means all companies that the session may see. */
export function useEmpresa(): number | undefined {
  return useAlmacen(elegida)
}

export function setEmpresa(id: number | undefined): void {
  if (id === undefined) recuerdoDePestana.remove(CLAVE)
  else recuerdoDePestana.set(CLAVE, String(id))
  elegida.set(id)
}

/** Search param of a copied address: the company that the screen was filtered by. */
export const EN_ENLACE = 'en_empresa'

/** Value of that param when the screen showed all companies. */
export const TODAS_EN_ENLACE = 'todas'

/**
 * The address of what is on screen, to share with another person.
 * @param filas page size, because the default of another screen may differ
 * @param conEmpresa the person can choose among companies: the address does not contain the company otherwise
 */
export function enlaceDeVista(filas: number | undefined, conEmpresa: boolean): string {
  const url = new URL(location.href)
  if (filas !== undefined) url.searchParams.set('filas', String(filas))
  if (conEmpresa) url.searchParams.set(EN_ENLACE, String(read() ?? TODAS_EN_ENLACE))
  return url.href
}
