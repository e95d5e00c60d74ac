import type { Token } from './tokens'

/** CSS colour of a token in the current scheme. */
export const tono = (token: Token) => `var(--mui-palette-tono-${token})`

/** The token's tint on paper, for chips, badges and quiet fills; its text keeps 4.5:1 on it. */
export const tinte = (token: Token, porcentaje = 10) =>
  `color-mix(in srgb, ${tono(token)} ${porcentaje}%, ${tono('paper')})`
