import type { Umbral } from '#contract/parque/ajustes/umbrales-values'
import type { Anotacion } from '#contract/personas/auditoria/auditoria'
import { fechaHora, writeDecimal } from '../../lib/formato'

export const ACCION = { crear: 'Creación', cambiar: 'Cambio', eliminar: 'Eliminación' } as const

const ENTIDAD: Record<string, string> = {
  sesion: 'Sesión',
  dispositivo: 'Dispositivo',
  usuario: 'Usuario',
  empresa: 'Empresa',
  ubicacion: 'Ubicación',
  credencial: 'Credencial',
  etiqueta_rota: 'Etiqueta rota',
  incidencia: 'Incidencia',
  causa: 'Causa',
  incidencia_nota: 'Nota de incidencia',
  cuarentena: 'Cuarentena',
  instalacion: 'Seguridad',
  salidas_retenidas: 'Avisos retenidos',
  lt: 'Código LT',
  plano: 'Plano de planta',
  calendario: 'Calendario',
  ciclo: 'Ciclo',
  etapa: 'Etapa',
  etapa_lugar: 'Ubicación de una etapa',
  etapa_meta: 'Meta de una etapa',
  familia_coste: 'Coste de una familia',
  atasco: 'Contenedor atascado',
  familia_precio: 'Precio de una familia',
  perdida_asiento: 'Pérdida de un contenedor',
  perdida_busca: 'Quién busca lo que no se oye',
  cambio_pila: 'Pila de una etiqueta',
  recuento: 'Recuento',
  recuento_ajuste: 'Firma de los recuentos',
  extracto_envio: 'Extracto por correo',
  tercero: 'Tercero',
  tercero_lugar: 'Lugar de un tercero',
  movimiento: 'Movimiento de custodia',
  movimiento_dicho: 'Línea de un extracto',
  aprendido: 'Calibración',
  paseo: 'Paseo de calibración',
  confirmacion: 'Corrección de lugar',
  vista: 'Vista',
  clave_api: 'Clave de API',
  epcis_ajuste: 'Ajustes de EPCIS',
  epcis_evento: 'Eventos EPCIS',
  epcis_suscripcion: 'Suscripción de EPCIS',
}

const CAMPO: Record<string, string> = {
  empresa_id: 'Empresa',
  is_admin: 'Administrador',
  rol: 'Permisos',
  activo: 'Activo',
  nombre: 'Nombre',
  pantalla: 'Pantalla',
  busqueda: 'Filtros',
  consulta: 'Filtros y columnas del fichero',
  compartida: 'Compartida',
  username: 'Usuario',
  username_clave: 'Usuario, sin mayúsculas',
  foto_perfil: 'Foto',
  clave: 'Contraseña',
  segundo_factor: 'Segundo factor',
  exigir_segundo_factor: 'Exigir segundo factor',
  restablecer_caduca: 'Código para restablecer, hasta',
  apodo: 'Apodo',
  mac: 'MAC',
  tipo: 'Tipo',
  activado: 'Activado',
  etiqueta: 'Etiqueta',
  lat: 'Latitud',
  lon: 'Longitud',
  ubicacion_id: 'Ubicación',
  eliminado: 'Eliminado',
  creado: 'Creado',
  creada: 'Creada',
  revisado: 'Revisada',
  hubo_golpe_real: 'Golpe real',
  mirado: 'Mirado',
  hubo_danio: 'Daño en pieza',
  lleva: 'La lleva',
  texto: 'Texto',
  autor: 'Autor',
  incidencia_id: 'Incidencia',
  cerrada: 'Cerrada',
  cerrada_por: 'Cerrada por',
  cerrada_por_nombre: 'Cerrada por, nombre',
  puente: 'Puente',
  marcada_por: 'Marcada por',
  momento: 'Momento',
  usuario: 'Usuario',
  planta: 'Planta',
  grupo: 'Grupo',
  nodo_x: 'Posición en el plano, horizontal',
  nodo_y: 'Posición en el plano, vertical',
  codigo: 'Código',
  descripcion: 'Descripción',
  total: 'Total',
  ajustes: 'Ajustes',
  umbrales: 'Umbrales propios',
  semana: 'Turnos de la semana',
  festivos: 'Festivos',
  familias: 'Familias',
  orden: 'Orden',
  clase: 'Qué pasa',
  centimos: 'Céntimos',
  ancla: 'Empieza la vuelta',
  ciclo_id: 'Ciclo',
  meses: 'Meses que se guardan',
  etapa_id: 'Etapa',
  lleva_id: 'Lo busca',
  por_silencio: 'Por el tiempo sin oírlo',
}

/** Fields that are shown elsewhere, or that mean nothing to users. */
const CALLADOS = new Set(['id', 'username_clave', 'familia', 'dispositivo_id', 'zona', 'unica'])

const conEspacios = (s: string) => {
  const texto = s.replaceAll('_', ' ')
  return texto.charAt(0).toUpperCase() + texto.slice(1)
}

export const nombreEntidad = (entidad: string) => ENTIDAD[entidad] ?? conEspacios(entidad)

export type Traductor = { zona: string; nombreEmpresa: (id: number) => string }

const INSTANTE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/

const umbralOf = (u: Umbral) =>
  `${[u.familia, u.fabricante].filter(Boolean).join(' ')}: ${writeDecimal(u.gImpacto)} g, con picos ${writeDecimal(u.gImpactoPicos)} g`

/** A value formatted for display. */
export function valorOf(campo: string, v: unknown, t: Traductor): string {
  if (v === null || v === undefined || v === '') return '—'
  if (campo === 'umbrales' && Array.isArray(v)) return v.map(umbralOf).join('; ') || '—'
  if (typeof v === 'boolean') return v ? 'Sí' : 'No'
  if (campo === 'empresa_id' && typeof v === 'number') return t.nombreEmpresa(v)
  if (typeof v === 'number') return writeDecimal(v)
  if (typeof v === 'string') return (INSTANTE.test(v) && fechaHora(v, t.zona)) || v
  return JSON.stringify(v)
}

export type Diferencia = { campo: string; antes: string; despues: string }

/** The changed fields, one by one. */
export function diferencias(a: Pick<Anotacion, 'antes' | 'despues'>, t: Traductor): Diferencia[] {
  const campos = [...new Set([...Object.keys(a.antes ?? {}), ...Object.keys(a.despues ?? {})])]
  return campos
    .filter((c) => !CALLADOS.has(c))
    .map((c) => ({
      campo: CAMPO[c] ?? conEspacios(c),
      antes: valorOf(c, a.antes?.[c], t),
      despues: valorOf(c, a.despues?.[c], t),
    }))
    .filter((d) => d.antes !== '—' || d.despues !== '—')
}
