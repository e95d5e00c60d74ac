import type { ColumnType, Generated } from 'kysely'

/** Columns as pg hands them out; the definitions are in migrations/. */
type Instante = ColumnType<Date, Date | string, Date | string>

type Empresa = {
  id: number
  nombre: string
  ajustes: Generated<Record<string, unknown>>
  creada: Generated<Date>
}

type Usuario = {
  id: Generated<number>
  username: string
  username_clave: string
  nombre: string
  clave_hash: string
  empresa_id: number
  is_admin: Generated<boolean>
  activo: Generated<boolean>
  foto_perfil: string | null
  ultimo_acceso: Instante | null
  creado: Generated<Date>
}

type Sesion = {
  token_hash: Buffer
  cambio_hash: Buffer
  usuario_id: number
  creada: Generated<Date>
  usada: Generated<Date>
  direccion: string | null
  agente: string | null
}

type Ubicacion = {
  id: Generated<number>
  empresa_id: number
  nombre: string
  planta: Generated<string>
  grupo: Generated<string>
  nodo_x: number | null
  nodo_y: number | null
}

type Dispositivo = {
  id: Generated<number>
  empresa_id: number
  mac: string
  apodo: string | null
  tipo: 'Reader' | 'iBeacon' | 'SmartBle'
  activado: Generated<boolean>
  etiqueta: string | null
  lat: number | null
  lon: number | null
  ubicacion_id: number | null
  familia: ColumnType<string | null, never, never>
  creado: Generated<Date>
  eliminado: Instante | null
}

type DispositivoActual = {
  id: number
  empresa_id: number
  mac: string
  apodo: string | null
  tipo: 'Reader' | 'iBeacon' | 'SmartBle'
  activado: boolean
  etiqueta: string | null
  familia: string | null
  creado: Date
  ultimo_registro: Date | null
  recibido: Date | null
  estado: number | null
  bateria: number | null
  bateria_mv: number | null
  temperatura: number | null
  humedad: number | null
  accel: number[] | null
  roll: number | null
  pitch: number | null
  rssi: number | null
  valor: Record<string, unknown> | null
  desfase_s: number | null
  lector_id: number | null
  lector_apodo: string | null
  lector_mac: string | null
  ubicacion: string | null
  lat: number | null
  lon: number | null
  lector_sin_senal: boolean
  posible_estado: string
}

type Credencial = {
  dispositivo_id: number
  empresa_id: number
  usuario: string
  clave_hash: Buffer
  puente: Generated<boolean>
  creada: Generated<Date>
  usada: Instante | null
}

type Incidencia = {
  id: Generated<number>
  empresa_id: number
  dispositivo_id: number
  lector_id: number | null
  tiempo: Instante
  hasta: Instante
  impactos: number
  revisado: Generated<boolean>
  hubo_golpe_real: Generated<boolean>
  hubo_danio: Generated<boolean>
}

type VistoSinRegistrar = {
  empresa_id: number
  mac: string
  veces: number
  primera: Instante
  ultima: Instante
  lector_id: number | null
  rssi: number | null
  aleatoria: boolean
}

type Cuarentena = {
  id: Generated<number>
  empresa_id: number | null
  recibida: Generated<Date>
  formato: string
  via: string
  topic: string | null
  lector_id: number | null
  motivo: string
  detalle: string
  huella: Buffer
  veces: Generated<number>
  cuerpo: Buffer
}

export type Esquema = {
  empresa: Empresa
  usuario: Usuario
  sesion: Sesion
  ubicacion: Ubicacion
  dispositivo: Dispositivo
  dispositivo_actual: DispositivoActual
  credencial: Credencial
  incidencia: Incidencia
  visto_sin_registrar: VistoSinRegistrar
  cuarentena: Cuarentena
}
