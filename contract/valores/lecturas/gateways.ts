/** Message formats of gateways: what `/api/lecturas/{formato}` takes. */
export const FORMATOS = [
  'minew',
  'ingics',
  'moko',
  'kkm',
  'ruuvi',
  'theengs',
  'shelly',
  'meraki',
  'raddec',
  'retorna',
] as const
export type Formato = (typeof FORMATOS)[number]
