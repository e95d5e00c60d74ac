import type { InstalacionSalud, PlantaSalud, Salud } from '#contract/operacion/salud/salud'
import { LIMITES_SALUD as L, TRABAJOS_DICHOS } from '#contract/operacion/salud/values'
import { formatBytes, formatDias, formatMs, formatCuantos as n } from './formato'

/** An item that needs attention, as text, with a link. */
export type Atencion = { texto: string; enlace?: string; grave: boolean }

export const ENLACES = {
  averias: '/causas?estado=abiertas',
  lectores: '/admin/usuarios?pestana=lectores',
  cuarentena: '/admin/usuarios?pestana=lectores&vista=cuarentena',
  pendientes: '/admin/usuarios?pestana=entregas&estado=pendiente',
  rechazadas: '/admin/usuarios?pestana=entregas&estado=rechazada',
} as const

const edadOf = (iso: string, ahora: number) => ahora - Date.parse(iso)

function ofPlanta({ averias, lectores, cuarentena, entregas }: PlantaSalud): Atencion[] {
  const res: Atencion[] = []
  if (averias)
    res.push({
      texto: n(averias, 'avería abierta', 'averías abiertas'),
      enlace: ENLACES.averias,
      grave: true,
    })
  if (lectores.nunca)
    res.push({
      texto: n(lectores.nunca, 'lector no se ha oído nunca', 'lectores no se han oído nunca'),
      enlace: ENLACES.lectores,
      grave: false,
    })
  if (cuarentena.mensajes)
    res.push({
      texto: n(cuarentena.mensajes, 'mensaje que no se pudo leer', 'mensajes que no se pudieron leer'),
      enlace: ENLACES.cuarentena,
      grave: false,
    })
  if (entregas.rechazadas)
    res.push({
      texto: n(entregas.rechazadas, 'aviso no entregado en 24 h', 'avisos no entregados en 24 h'),
      enlace: ENLACES.rechazadas,
      grave: true,
    })
  if (entregas.reintentos)
    res.push({
      texto: n(entregas.reintentos, 'aviso que se vuelve a intentar', 'avisos que se vuelven a intentar'),
      enlace: ENLACES.pendientes,
      grave: false,
    })
  return res
}

function ofIngesta(ingesta: InstalacionSalud['ingesta'], ahora: number): string[] {
  const vivos = ingesta.filter((p) => edadOf(p.visto, ahora) <= L.pulsoMs)
  if (!vivos.length) return ['Ningún proceso recibe lecturas']
  return [
    ...ingesta.filter((p) => !vivos.includes(p)).map((p) => `El proceso ${p.proceso} no da señales`),
    ...vivos
      .filter((p) => p.retraso && p.retraso.p95 > L.retrasoMs)
      .map((p) => `Las lecturas tardan ${formatMs(p.retraso?.p95 ?? 0)} en guardarse`),
    ...vivos
      .filter((p) => p.fallidos)
      .map(
        (p) =>
          `No se ${p.fallidos === 1 ? 'ha' : 'han'} podido guardar ${n(p.fallidos, 'mensaje', 'mensajes')} de lectores`,
      ),
    ...vivos
      .filter((p) => p.en_cola > L.enCola)
      .map((p) => `Esperan ${n(p.en_cola, 'lectura', 'lecturas')} por guardar`),
  ]
}

function ofBroker({ broker }: InstalacionSalud, ahora: number): string[] {
  if (!broker?.sin_leer || !broker.desde) return []
  const { sesiones, sin_leer, desde } = broker
  const cuales =
    sin_leer === sesiones ? 'sus sesiones' : `${n(sin_leer, 'sesión', 'sesiones')} de ${sesiones}`
  return [
    `Hay mensajes de lectores que pueden esperar en el broker MQTT: no se ${sin_leer === 1 ? 'lee' : 'leen'} ${cuales} desde hace ${formatMs(edadOf(desde, ahora))}`,
  ]
}

function ofReloj({ reloj }: InstalacionSalud): string[] {
  if (!reloj) return []
  const { adelanto_s: s } = reloj
  const hours = Math.round(Math.abs(s) / 3600)
  const salto = hours < 2 ? formatMs(Math.abs(s) * 1000) : `${hours.toLocaleString('es')} h`
  return [
    `El reloj de la máquina saltó ${salto} hacia ${s > 0 ? 'delante' : 'atrás'} y no se cree: lo que llega se fecha por su llegada, y los trabajos de cada minuto esperan. Pon en hora la máquina`,
  ]
}

function ofTrabajos(trabajos: InstalacionSalud['trabajos'], ahora: number): string[] {
  return trabajos.flatMap((t) => {
    const que = TRABAJOS_DICHOS[t.nombre]
    if (t.fallos) return [`«${que}» ha fallado ${n(t.fallos, 'vez', 'veces seguidas')}`]
    return t.espera_desde && edadOf(t.espera_desde, ahora) > L.esperaTrabajoMs
      ? [`«${que}» espera desde hace ${formatMs(edadOf(t.espera_desde, ahora))}`]
      : []
  })
}

function ofDisco({ disco }: InstalacionSalud['base']): string[] {
  if (!disco) return []
  if (disco.libre < disco.total * L.discoLibre) return [`En el disco solo quedan ${formatBytes(disco.libre)}`]
  return disco.dias !== null && disco.dias < L.discoDias
    ? [`El disco se llena en ${formatDias(disco.dias)}`]
    : []
}

function ofCopias({ cuantas, ultima }: InstalacionSalud['copias'], ahora: number): Atencion[] {
  if (!cuantas) return [{ texto: 'No se hace ninguna copia diaria', grave: false }]
  if (!ultima) return [{ texto: 'Todavía no hay ninguna copia', grave: false }]
  const edad = edadOf(ultima.hecha, ahora)
  return edad > L.copiaHoras * 3_600_000
    ? [{ texto: `La última copia es de hace ${Math.floor(edad / 3_600_000)} h`, grave: true }]
    : []
}

/** After a restore nothing is sent until a person has decided. */
function ofRetenidas({ retenidas }: InstalacionSalud): string[] {
  if (!retenidas) return []
  const cuantas = retenidas.cuantas ? `; ${n(retenidas.cuantas, 'envío espera', 'envíos esperan')}` : ''
  return [`Se restauró una copia y no sale ningún aviso hasta «npm run salidas»${cuantas}`]
}

/**
 * The items that need attention, the serious ones first.
 * @param ahora Unix ms
 */
export function listAtencion({ planta, instalacion: i }: Salud, ahora: number): Atencion[] {
  const grave = (texto: string) => ({ texto, grave: true })
  const todo = [
    ...(i
      ? [
          ...ofIngesta(i.ingesta, ahora).map(grave),
          ...ofBroker(i, ahora).map(grave),
          ...ofReloj(i).map(grave),
          ...ofTrabajos(i.trabajos, ahora).map(grave),
          ...ofDisco(i.base).map(grave),
          ...ofRetenidas(i).map(grave),
          ...ofCopias(i.copias, ahora),
        ]
      : []),
    ...ofPlanta(planta),
  ]
  return [...todo.filter((a) => a.grave), ...todo.filter((a) => !a.grave)]
}
