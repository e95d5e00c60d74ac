/** Screens that can open after login. */
export const INICIOS = ['mapa', 'hoy'] as const
export type Inicio = (typeof INICIOS)[number]
