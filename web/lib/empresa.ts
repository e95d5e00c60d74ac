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
