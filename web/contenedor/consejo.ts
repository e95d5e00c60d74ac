import type { FichaContenedor } from '#contract/dispositivos/contenedores'
import { isDudoso } from '#contract/valores/dispositivos/lugar'
import { isOido } from '../dominio/etiqueta/primera'

/** Companies set their own limit of a low battery; it is never above this. */
const BATERIA_MEDIA = 25

type Accion = 'etiqueta' | 'lugar' | 'incidencias' | 'causa' | null

/** Advice on a container, as text, and the link that helps with it. */
export function consejoOf({
  dispositivo: d,
  etiquetas,
  eliminado,
  impactos,
}: Pick<FichaContenedor, 'dispositivo' | 'etiquetas' | 'eliminado' | 'impactos'>): [string, Accion] {
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
    const conDanio = impactos.some((i) => i.hubo_danio && !i.revisado)
    return conDanio || d.Bateria === null || d.Bateria >= BATERIA_MEDIA
      ? ['Tiene una incidencia con daño sin cerrar: revisa la pieza.', 'incidencias']
      : [`Le queda un ${Math.round(d.Bateria)} % de pila: cámbiale la pila o la etiqueta.`, 'etiqueta']
  }
  const situado = { situacion: d.Situacion, certeza: d.Certeza }
  if (isDudoso(situado)) return ['El lugar no es seguro: si lo ves, di dónde está.', 'lugar']
  if (d.Activado === 'Desactivado')
    return ['Está desactivado: se le sigue oyendo, pero sus golpes no abren incidencias.', null]
  return ['No hay nada que hacer.', null]
}
