/**
 * The models that a plant chooses among: the walked places as they are and their spots (`sitios`), few Gaussians for each of them (`zonas`), and
 * what readers tell without any walk (`lectores`).
 */
export const CANDIDATE_NAMES = ['sitios', 'zonas', 'lectores'] as const
export type Candidate = (typeof CANDIDATE_NAMES)[number]

/** How much each model counts; they add up to 1. */
export type Weights = Readonly<Record<Candidate, number>>

/** Before a walk has told anything of them. */
export const PLAIN: Weights = { sitios: 1, zonas: 0, lectores: 0 }
