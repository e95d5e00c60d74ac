import type { FichaContenedor } from '#contract/oir/contenedores/contenedores'
import { isDudoso } from '#contract/parque/ubicaciones/lugar-values'
import { isOido } from '../../dominio/etiqueta/primera'

/** Companies set their own limit of a low battery; it is never above this. */
const BATERIA_MEDIA = 25

type Accion = 'etiqueta' | 'lugar' | 'incidencias' | 'causa' | 'pila' | 'atasco' | null

/** Advice on a container, as text, and the link that helps with it. */
export function consejoOf({
  dispositivo: d,
  etiquetas,
  eliminado,
  abiertas,
  espera,
}: Pick<FichaContenedor, 'dispositivo' | 'etiquetas' | 'eliminado' | 'abiertas' | 'espera'>): [
  string,
  Accion,
] {
  if (eliminado) return ['Está eliminado: ya no se sigue.', null]
  if (!isOido(d.UltimoRegistro, etiquetas[0]?.momento))
    return [
      'Acércalo a un lector y espera un minuto. Si sigue sin oírse, la etiqueta está sin pila o rota: ponle otra.',
      'etiqueta',
    ]
  if (d.NoSeSabe) return [`${d.NoSeSabe}. Puede seguir ahí: no está perdido por eso.`, 'causa']
  if (d.PosibleEstado === 'Posible extravío')
    return [
      `Búscalo${d.Ubicacion ? ` desde ${d.Ubicacion}` : ''}. Si lo tienes delante, su etiqueta está sin pila o rota: ponle otra.`,
      'etiqueta',
    ]
  if (d.PosibleEstado === 'Posible tránsito')
    return ['Puede ir de camino. Si lo tienes delante, su etiqueta no se oye: ponle otra.', 'etiqueta']
  if (d.PosibleEstado === 'Necesita revisar') {
    return abiertas.con_danio > 0 || d.Bateria === null || d.Bateria >= BATERIA_MEDIA
      ? ['Tiene una incidencia con daño sin cerrar: revisa la pieza.', 'incidencias']
      : [`Le queda un ${Math.round(d.Bateria)} % de pila: cámbiale la pila o la etiqueta.`, 'etiqueta']
  }
  if (abiertas.n > 0)
    return [
      `Tiene ${abiertas.n === 1 ? '1 golpe sin cerrar' : `${abiertas.n.toLocaleString('es')} golpes sin cerrar`}: míralo y di si hubo daño.`,
      'incidencias',
    ]
  const situado = { situacion: d.Situacion, certeza: d.Certeza }
  if (isDudoso(situado)) return ['El lugar no es seguro: si lo ves, di dónde está.', 'lugar']
  if (espera.pila === 'ya') return ['Se le acaba la pila: cámbiale la pila o la etiqueta.', 'pila']
  if (espera.atascado !== null)
    return [
      `Lleva más de su tiempo en ${espera.atascado}: hay que moverlo, o decir por qué se queda.`,
      'atasco',
    ]
  if (espera.pila === 'este_mes')
    return ['Se le acaba la pila este mes: cámbiale la pila o la etiqueta.', 'pila']
  if (d.Activado === 'Desactivado')
    return ['Está desactivado: se le sigue oyendo, pero sus golpes no abren incidencias.', null]
  return ['No hay nada que hacer.', null]
}
