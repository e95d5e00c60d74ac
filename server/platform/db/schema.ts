import type { ColumnType, Generated } from 'kysely'
import type { ClaseCambio } from '#contract/avisos/cambios/values'
import type { ClaseCausa, Evidencia } from '#contract/avisos/causas/values'
import type { Situacion } from '#contract/parque/ubicaciones/lugar-values'
import type { Rol } from '#contract/personas/acceso/sesion'

/** Column types as pg returns them; the definitions are in migrations/. */
type Instant = ColumnType<Date, Date | string, Date | string>

type Empresa = {
  id: number
  nombre: string
  modo: Generated<'completo' | 'panel' | 'solo_panel'>
  exigir_sso: Generated<boolean>
  creada: Generated<Date>
}

type Identidad = {
  emisor: string
  sub: string
  usuario_id: number
  creada: Generated<Date>
  sin_grupo: Generated<boolean>
}

type Usuario = {
  id: Generated<number>
  username: string
  username_clave: string
  nombre: string
  clave_hash: string
  empresa_id: number
  rol: Generated<Rol>
  tercero_id: number | null
  activo: Generated<boolean>
  foto_perfil: string | null
  ultimo_acceso: Instant | null
  segundo_factor: Generated<boolean>
  totp_secreto: string | null
  totp_paso: number | null
  totp_codigos: Generated<Buffer[]>
  restablecer_hash: Buffer | null
  restablecer_caduca: Instant | null
  correo: string | null
  correo_pendiente: string | null
  correo_hash: Buffer | null
  correo_caduca: Instant | null
  creado: Generated<Date>
}

type Sesion = {
  id: Generated<string>
  token_hash: Buffer
  cambio_hash: Buffer
  usuario_id: number
  creada: Generated<Date>
  usada: Generated<Date>
  direccion: string | null
  agente: string | null
}

type Foto = { id: string; usuario_id: number; bytes: Buffer; creada: Generated<Date> }

type Instalacion = {
  unica: Generated<true>
  zona: string
  exigir_segundo_factor: Generated<boolean>
  clave_firma: Generated<Buffer>
  vapid_publica: string | null
  vapid_privada: string | null
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

type Plano = {
  empresa_id: number
  tipo: 'image/png' | 'image/jpeg' | 'image/webp'
  ancho: number
  alto: number
  cuerpo: Buffer
  huella: Buffer
  subido: Generated<Date>
}

type Lt = { empresa_id: number; codigo: string; descripcion: string; total: number }

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
  eliminado: Instant | null
}

type CurrentDispositivo = {
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
  lector_desde: Date | null
  lector_apodo: string | null
  lector_mac: string | null
  ubicacion: string | null
  lat: number | null
  lon: number | null
  lector_sin_senal: boolean
  situacion: Situacion | null
  certeza: number | null
  segunda: string | null
  segunda_certeza: number | null
  posible_estado: string
  callado_desde: Date | null
  causa_id: number | null
  causa_clase: ClaseCausa | null
}

type Causa = {
  id: Generated<number>
  empresa_id: number
  clase: ClaseCausa
  lector_id: number | null
  padre_id: number | null
  desde: Date
  hasta: Instant | null
  bien: Instant | null
  vista: Generated<Date>
  evidencia: ColumnType<Evidencia, string, string>
  persona_id: number | null
  asumida: Instant | null
  nota: string | null
}

type Cambio = {
  id: Generated<number>
  empresa_id: number
  dispositivo_id: number
  clase: ClaseCambio
  de: string | null
  a: string | null
  tiempo: Date
  motivo: string
}

type Credencial = {
  dispositivo_id: number
  empresa_id: number
  usuario: string
  clave_hash: Buffer
  puente: Generated<boolean>
  creada: Generated<Date>
  usada: Instant | null
}

type Incidencia = {
  id: Generated<number>
  empresa_id: number
  dispositivo_id: number
  lector_id: number | null
  tiempo: Instant
  hasta: Instant
  impactos: number
  revisado: Generated<boolean>
  hubo_golpe_real: Generated<boolean>
  hubo_danio: Generated<boolean>
  mirado: Generated<boolean>
  cerrada_por_nombre: string | null
  ubicacion_id: number | null
  lat: number | null
  lon: number | null
}

type VistoSinRegistrar = {
  empresa_id: number
  mac: string
  veces: number
  primera: Instant
  ultima: Instant
  lector_id: number | null
  rssi: number | null
  aleatoria: boolean
  formato_conocido: Generated<boolean>
}

type LectorRejection = {
  lector_id: number
  detalle: string
  cuando: Instant
  sin_oirse: Generated<boolean>
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

type Exportacion = { id: string; usuario_id: number; hechas: number; total: number | null; movida: Date }

type ConstruccionArchivo = {
  ruta: string
  tipo: string
  codificacion: string | null
  contenido: Buffer
  vista: Generated<Date>
}

type ClaveApi = {
  id: Generated<number>
  empresa_id: number
  usuario_id: number
  nombre: string
  prefijo: string
  clave_hash: Buffer
  ambitos: string[]
  por_minuto: number
  creada: Generated<Date>
  caduca: Instant
  usada: Date | null
  direccion: string | null
  retenida: Date | null
}

type BiRol = {
  rol: string
  empresa_id: number | null
  creado: Generated<Date>
  minutos: Generated<number | null>
}

export type Schema = {
  empresa: Empresa
  usuario: Usuario
  sesion: Sesion
  foto: Foto
  instalacion: Instalacion
  ubicacion: Ubicacion
  plano: Plano
  lt: Lt
  dispositivo: Dispositivo
  dispositivo_actual: CurrentDispositivo
  dispositivo_todo: CurrentDispositivo & { eliminado: Date | null }
  credencial: Credencial
  incidencia: Incidencia
  visto_sin_registrar: VistoSinRegistrar
  lector_rechazo: LectorRejection
  cuarentena: Cuarentena
  exportacion: Exportacion
  causa: Causa
  clave_api: ClaveApi
  bi_rol: BiRol
  identidad: Identidad
  cambio: Cambio
  construccion_archivo: ConstruccionArchivo
}
