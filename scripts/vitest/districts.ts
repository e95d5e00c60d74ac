/**
 * The districts of the server, of the web and of the contract, which have the same names on each floor. One imports those before it, never
 * those behind it.
 */
export const DISTRICTS = [
  'personas',
  'avisos',
  'parque',
  'cuentas',
  'oir',
  'flujo',
  'resumen',
  'operacion',
] as const

/** The place of a file's district in their order; -1: it stands in none. */
export const districtOf = (file: string): number =>
  (DISTRICTS as readonly string[]).indexOf(/^(?:server|web|contract)\/([^/]+)\//.exec(file)?.[1] ?? '')
