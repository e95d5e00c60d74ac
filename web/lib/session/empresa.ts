import { createAlmacen, useAlmacen } from './almacen'

const CLAVE = 'retorna.empresa'

function read(): number | undefined {
  const n = Number(sessionStorage.getItem(CLAVE))
  return Number.isInteger(n) && n > 0 ? n : undefined
}

// Kept per tab, not in the address: every screen owns its own search params, and an admin may compare two
// companies in two tabs.
const elegida = createAlmacen<number | undefined>(read())

/** Company an admin has narrowed every screen to; undefined means all that the session may see. */
export function useEmpresa(): number | undefined {
  return useAlmacen(elegida)
}

export function setEmpresa(id: number | undefined): void {
  if (id === undefined) sessionStorage.removeItem(CLAVE)
  else sessionStorage.setItem(CLAVE, String(id))
  elegida.set(id)
}

/** In an address that somebody copied: the company that its screen was narrowed to. */
export const EN_ENLACE = 'en_empresa'

/** In its place: the screen was of all companies. */
export const TODAS_EN_ENLACE = 'todas'

/**
 * The address of what is on screen, for somebody else.
 * @param filas rows of a page, which others may have more or less of at first
 * @param conEmpresa the person may choose among companies: which one is not in the address otherwise
 */
export function enlaceDeVista(filas: number | undefined, conEmpresa: boolean): string {
  const url = new URL(location.href)
  if (filas !== undefined) url.searchParams.set('filas', String(filas))
  if (conEmpresa) url.searchParams.set(EN_ENLACE, String(read() ?? TODAS_EN_ENLACE))
  return url.href
}
