/** Colour tokens for each scheme. Text on paper and on its own tint has a contrast of 4.5:1 in both. */
export const CLARO = {
  ink: '#14211F',
  muted: '#55645F',
  line: '#DDE3E0',
  paper: '#FFFFFF',
  ground: '#F5F7F6',
  brand: '#0F5C63',
  amber: '#8A5A00',
  rojo: '#B3261E',
  azul: '#1F5FBF',
  gris: '#59656B',
  verde: '#1A6E35',
  teal: '#0B7268',
  violeta: '#6B3FA0',
  petrol: '#0F5C63',
  indigo: '#3F4FB0',
  lima: '#4F6B00',
  amarillo: '#765D00',
}

export const OSCURO: typeof CLARO = {
  ink: '#E6EDEA',
  muted: '#9FB0AA',
  line: '#2B3A38',
  paper: '#14201F',
  ground: '#0D1716',
  brand: '#5CC4C4',
  amber: '#F0B64A',
  rojo: '#FF8A80',
  azul: '#82B4FF',
  gris: '#A9B6BB',
  verde: '#6FCF8B',
  teal: '#54CDBF',
  violeta: '#C3A1F0',
  petrol: '#5CC4C4',
  indigo: '#A3AEFF',
  lima: '#C3E34A',
  amarillo: '#EFD24C',
}

export type Token = keyof typeof CLARO

/** Semantic colours, the same on chips, markers, charts, plan and badges. */
export const TOKEN_ESTADO = { Impacto: 'rojo', 'En movimiento': 'azul', Parado: 'gris' } as const
export const TOKEN_POSIBLE = {
  Ubicado: 'verde',
  Operativo: 'teal',
  'Posible tránsito': 'azul',
  'Necesita revisar': 'amber',
  'Posible extravío': 'rojo',
  'Sin registro': 'gris',
} as const
export const TOKEN_TIPO = { Reader: 'violeta', SmartBle: 'petrol', iBeacon: 'indigo' } as const

export const LETRA_MONO = '"JetBrains Mono Variable", ui-monospace, monospace'
