/**
 * The models that a plant chooses among. `sitios`: walked places as they are, with their spots. `zonas`: few Gaussians for each of them.
 * `lectores`: what readers report, without any walk.
 */
export const CANDIDATE_NAMES = ['sitios', 'zonas', 'lectores'] as const
export type Candidate = (typeof CANDIDATE_NAMES)[number]

/** How much each model counts; they add up to 1. */
export type Weights = Readonly<Record<Candidate, number>>

/** The weights before any walk. */
export const PLAIN: Weights = { sitios: 1, zonas: 0, lectores: 0 }
