export const TIPOS = ['Reader', 'iBeacon', 'SmartBle'] as const

/**
 * Maximum number of readers of a company. The engine has numbers for 4,096 readers of each company, and readers deleted since its start
 * keep theirs.
 */
export const LECTORES_POR_EMPRESA = 4000

/** Numeric device types of the old API. */
export const DEVICE_TYPES = { Reader: 54, iBeacon: 55, SmartBle: 64 } as const satisfies Record<
  (typeof TIPOS)[number],
  number
>

export const ESTADOS = ['Parado', 'En movimiento', 'Impacto'] as const

export const ORDENES_VISIBLES = ['Apodo', 'TipoDispositivo', 'UltimoRegistro'] as const

export const POSIBLES_ESTADOS = [
  'Ubicado',
  'Posible tránsito',
  'Posible extravío',
  'Necesita revisar',
  'Operativo',
  'Sin registro',
] as const
