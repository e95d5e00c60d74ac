import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { type Answers, pageOf } from './answers'

export const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

/** A container that stands where it should: the n-th of family 20014. */
export const device = (n: number, more: Partial<Dispositivo> = {}): Dispositivo => ({
  Apodo: `20014-${String(n).padStart(3, '0')}`,
  Dispositivo: `AC233F${n.toString(16).padStart(6, '0').toUpperCase()}`,
  TipoDispositivo: 'SmartBle',
  Activado: 'Activado',
  UltimoRegistro: daysAgo(0),
  ApodoLector: 'LEC-101',
  Bateria: 80,
  PosibleEstado: 'Ubicado',
  Estado: 'Parado',
  FechaRegistro: daysAgo(90),
  Etiqueta: null,
  Lat: null,
  Lon: null,
  Roll: null,
  Pitch: null,
  Ubicacion: 'Gestamp',
  Lugar: 'Gestamp',
  Situacion: 'en_sitio',
  Certeza: 1,
  SegundaUbicacion: null,
  empresa: 1,
  Nota: null,
  NoSeSabe: null,
  Causa: null,
  Rssi: -60,
  BateriaMv: null,
  Temperatura: null,
  Humedad: null,
  Aceleracion: null,
  Valor: {},
  ...more,
})

export const fleet = (count: number) => Array.from({ length: count }, (_, i) => device(i + 1))

/** A server with these devices: it pages, and finds them by nickname. Tests change the list as the server would. */
export const inventory = (devices: Dispositivo[]): Answers => ({
  devicePocStatus: ({ query }) => {
    const found = devices.filter((d) => (d.Apodo ?? d.Dispositivo).includes(query.apodo ?? ''))
    return pageOf(found, query)
  },
  listFamilies: () => ({ data: ['20014'] }),
  inventarioUbicaciones: () => ({ data: ['Almacén Lleno', 'Gestamp'] }),
})
