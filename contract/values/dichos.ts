/** What people say of a line of a statement. Each is a further entry. */
export const CLASES_DICHO = ['disputa', 'respuesta', 'acuerdo'] as const
export type ClaseDicho = (typeof CLASES_DICHO)[number]
