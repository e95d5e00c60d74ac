/** Message formats of gateways, as in the address `/api/lecturas/{formato}`. */
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
