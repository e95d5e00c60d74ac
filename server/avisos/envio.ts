import { AVISOS, asuntoDe, type CanalEntrega, lineaDe } from '#contract/valores/avisos'
import type { Db } from '../db/cliente'
import type { Canales, Envio, Informe, Mensaje, Resultado } from './canal'
import { queueEntregas } from './cola'
import { nextIntento } from './espera'
import { enPalabras } from './horario'
import { viasDe } from './reparto'
import {
  createPrueba,
  discardPendientes,
  type Entrega,
  findCorreo,
  findSuscripcion,
  findWebhook,
  hasDebidas,
  holdDestino,
  listDestinosDebidos,
  listNext,
  removeSuscripcion,
  saveDescartadas,
  saveEnviadas,
  saveFallo,
  switchOff,
} from './repo-entrega'

export type Mensajeria = {
  db: Db
  canales: Canales
  zona: string
  ahora: () => Date
  /** A view as a file, with the rights that its receiver has now; null: they may not have it any more. */
  makeInforme: (envioVista: number) => Promise<Informe | { retry: string } | null>
}

/** How many destinations are sent to at once by a sweep. */
const A_LA_VEZ = 4
const SIN_RECEPTOR = {
  correo: 'La cuenta está desactivada, ya no es de esta empresa o no tiene una dirección confirmada.',
  push: 'El dispositivo ya no recibe avisos, o su cuenta está desactivada o ya no es de esta empresa.',
  webhook: 'El webhook está desactivado o ya no existe.',
}

const partsOf = (destino: string) => {
  const [canal, id] = destino.split(':')
  return { canal: canal as CanalEntrega, id: Number(id) }
}

function mensajeDe({ aviso }: Entrega, m: Mensajeria): Mensaje {
  if (!aviso)
    return {
      id: null,
      tipo: 'prueba',
      grave: false,
      asunto: 'Prueba de Retorna',
      linea: 'Es una prueba: los avisos de Retorna llegan hasta aquí.',
      boton: 'Abrir Retorna',
      enlace: '/avisos',
      tiempo: m.ahora(),
      datos: {},
    }
  return {
    id: aviso.id,
    tipo: aviso.tipo,
    grave: aviso.gravedad === 'grave',
    asunto: asuntoDe(aviso),
    linea: lineaDe(aviso, enPalabras(m.ahora(), m.zona)),
    boton: AVISOS[aviso.tipo].boton,
    enlace: aviso.enlace,
    tiempo: aviso.tiempo,
    datos: aviso.datos,
  }
}

const mensajeDeInforme = (i: Informe, m: Mensajeria): Mensaje => ({
  id: null,
  tipo: 'vista',
  grave: false,
  asunto: `${i.pantalla}: ${i.nombre}`,
  linea:
    'motivo' in i.adjunto
      ? `La vista «${i.nombre}» de ${i.pantalla} no va adjunta. ${i.adjunto.motivo}`
      : `Va adjunta la vista «${i.nombre}» de ${i.pantalla}, tal como está ahora.`,
  boton: 'Abrir la vista',
  enlace: i.enlace,
  tiempo: m.ahora(),
  datos: {},
})

/** What goes out for deliveries that go together; or what became of them, where nothing does. */
async function prepareEnvio(
  m: Mensajeria,
  [primera, ...resto]: [Entrega, ...Entrega[]],
): Promise<Envio | Resultado> {
  const { id, resumen } = primera
  if (!primera.informe)
    return { id, mensajes: [mensajeDe(primera, m), ...resto.map((e) => mensajeDe(e, m))], resumen }
  const { envioVista } = primera.informe
  const informe = envioVista === null ? null : await m.makeInforme(envioVista)
  if (!informe) return { refused: 'La vista ya no se envía, o ya no se puede ver.' }
  if ('retry' in informe) return informe
  return { id, mensajes: [mensajeDeInforme(informe, m)], resumen, informe }
}

/** Who it goes to as they are now, ready to be sent to; or why it may not be. */
async function findReceptor(tx: Db, m: Mensajeria, destino: string) {
  const { canal, id } = partsOf(destino)
  if (canal === 'webhook') {
    const w = await findWebhook(tx, id, m.ahora())
    return w && { ...w, vias: undefined, send: (e: Envio) => m.canales.webhook(w, e) }
  }
  if (canal === 'push') {
    const s = await findSuscripcion(tx, id)
    return s && { ...s, vias: s, send: (e: Envio) => m.canales.push(s, e) }
  }
  const c = await findCorreo(tx, id)
  return c && { ...c, vias: c, send: (e: Envio) => m.canales.correo(c, e) }
}

async function endDestino(tx: Db, destino: string, motivo: string, ahora: Date): Promise<void> {
  const { canal, id } = partsOf(destino)
  if (canal === 'push') await removeSuscripcion(tx, id)
  if (canal === 'webhook') await switchOff(tx, id, motivo)
  await discardPendientes(tx, destino, motivo, ahora)
}

/** Note what became of it. @returns whether the destination takes more now */
async function note(
  tx: Db,
  m: Mensajeria,
  destino: string,
  entregas: Entrega[],
  r: Resultado,
): Promise<boolean> {
  const ids = entregas.map((e) => e.id)
  const ahora = m.ahora()
  if ('ok' in r) await saveEnviadas(tx, ids, ahora)
  else if ('refused' in r) await saveFallo(tx, ids, r.refused, null, ahora)
  else if ('gone' in r) {
    await saveFallo(tx, ids, r.gone, null, ahora)
    await endDestino(tx, destino, r.gone, ahora)
  } else {
    const primera = entregas[0] as Entrega
    const siguiente = nextIntento(ahora, primera.debida, primera.intentos + 1, r.esperaS)
    const motivo = siguiente ? r.retry : `No se ha podido entregar en 24 horas. ${r.retry}`
    await saveFallo(tx, ids, motivo, siguiente, ahora)
    if (!siguiente) return true
    await queueEntregas(tx, [{ siguiente }], destino, ahora)
    return false
  }
  return true
}

/** Send what is next, within the transaction that notes it: what ends in between is sent once more, and not lost. */
async function sendNext(
  tx: Db,
  m: Mensajeria,
  destino: string,
): Promise<'ocupado' | 'nada' | 'espera' | 'sigue'> {
  if (!(await holdDestino(tx, destino))) return 'ocupado'
  const todas = await listNext(tx, destino, m.ahora())
  if (!todas.length) return 'nada'
  const a = await findReceptor(tx, m, destino)
  const ahora = m.ahora()
  const { canal } = partsOf(destino)
  const suyas = todas.filter((e) => a?.activo && a.empresa === e.empresa)
  if (suyas.length < todas.length) {
    const ajenas = todas.filter((e) => !suyas.includes(e)).map((e) => e.id)
    await saveDescartadas(tx, ajenas, SIN_RECEPTOR[canal], ahora)
  }
  const wants = ({ aviso }: Entrega) =>
    !aviso || !a?.vias || canal === 'webhook' || viasDe(a.vias, aviso.tipo)[canal] !== 'no'
  const queridas = suyas.filter(wants)
  if (queridas.length < suyas.length) {
    const sobran = suyas.filter((e) => !wants(e)).map((e) => e.id)
    await saveDescartadas(tx, sobran, 'Quien lo recibía ya no quiere avisos de estos por esta vía.', ahora)
  }
  const [primera, ...resto] = queridas
  if (!a || !primera) return 'sigue'
  const envio = await prepareEnvio(m, [primera, ...resto])
  const resultado = 'mensajes' in envio ? await a.send(envio) : envio
  return (await note(tx, m, destino, queridas, resultado)) ? 'sigue' : 'espera'
}

/**
 * Send what is due to a destination, in order, up to the first that has to be tried again. One at a time does, of all
 * processes; what comes meanwhile is theirs to send.
 */
export async function sendPendientes(m: Mensajeria, destino: string): Promise<void> {
  for (;;) {
    const paso = await m.db.transaction().execute((tx) => sendNext(tx, m, destino))
    if (paso === 'sigue') continue
    if (paso !== 'nada') return
    // Somebody may have come while the destination was held here, and left it to us.
    if (!(await hasDebidas(m.db, destino, m.ahora()))) return
  }
}

/** Send all that is due, several destinations at once. */
export async function sendDebidas(m: Mensajeria): Promise<void> {
  const destinos = (await listDestinosDebidos(m.db, m.ahora())).values()
  const fallos: unknown[] = []
  const work = async () => {
    for (const destino of destinos) await sendPendientes(m, destino).catch((e) => fallos.push(e))
  }
  await Promise.all(Array.from({ length: A_LA_VEZ }, work))
  if (fallos.length) throw fallos[0]
}

/** Send a trial past all that waits. @returns why it did not arrive, or null */
export async function sendPrueba(
  m: Mensajeria,
  p: { empresa: number; destino: string; usuario: number | null; nombre: string },
): Promise<string | null> {
  const { canal } = partsOf(p.destino)
  const id = await createPrueba(m.db, { ...p, canal }, m.ahora())
  const a = await findReceptor(m.db, m, p.destino)
  const prueba = {
    id,
    empresa: p.empresa,
    canal,
    resumen: false,
    intentos: 0,
    debida: m.ahora(),
    informe: null,
    aviso: null,
  }
  const r = a
    ? await a.send({ id, mensajes: [mensajeDe(prueba, m)], resumen: false })
    : { refused: 'Ya no existe.' }
  if ('ok' in r) {
    await saveEnviadas(m.db, [id], m.ahora())
    return null
  }
  const motivo = 'retry' in r ? r.retry : 'refused' in r ? r.refused : r.gone
  await saveFallo(m.db, [id], motivo, null, m.ahora())
  if ('gone' in r) await endDestino(m.db, p.destino, motivo, m.ahora())
  return motivo
}
