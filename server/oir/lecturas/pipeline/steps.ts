import { machineClock } from '../../../platform/time/machine-clock'
import { decoderOf } from '../formats/gateways/makers'
import { forgetStale } from '../rules/device-state'
import { apply } from '../rules/rules'
import { createResultOf, type Message, type RawMessage, type Result, refuse } from './message'
import { isAdmitted } from './steps/admission'
import { attribute, desconocido } from './steps/attribution'
import type { Context } from './steps/context'
import { isRepeated } from './steps/deduplication'
import { keepEffect, seenOf } from './steps/effects'
import { keepHeartbeats } from './steps/heartbeats'
import { observationOf } from './steps/observation'
import { keepRemoteHearing } from './steps/remote-hearings'
import { publish } from './writing/repo-publish'
import { type Destination, type Rows, write } from './writing/repo-write'
import type { WriteSet } from './writing/write-set'

/*
 * The way of a reading, from top to bottom: parse, attribute, deduplicate, weigh, decide, write, publish. The first of these functions is
 * called where a message arrives, the second when its batch is made, the third in the transaction of the batch. Between the first two a
 * message waits in the queue of `ingest.ts`, and with NATS in the log.
 */

/**
 * Parse: turn what a gateway sent into readings. What cannot be read is in `decodificado.rechazos`. Nothing is taken and forgotten: a message
 * gives readings, readers that are alive, or a rejection.
 */
export function parseMessage(raw: RawMessage): Message {
  const { formato, via, topic, texto, origen, lectorTopic, tagTopic } = raw
  const remitente = origen.lector?.mac
  const decodificado = decoderOf(formato)(texto, { lectorTopic, tagTopic, remitente })
  const { lecturas, lectores, rechazos } = decodificado
  const isNamed = lectorTopic !== undefined || remitente !== undefined
  if (!isNamed && lecturas.length + lectores.length + rechazos.length === 0) rechazos.push(desconocido(null))
  const m = { formato, via, topic, texto, origen, decodificado }
  if (raw.recibido !== undefined) return { ...m, recibido: raw.recibido }
  const recibido = machineClock.now()
  const { doubt } = machineClock
  return doubt ? { ...m, recibido, reloj: recibido + doubt.ahead } : { ...m, recibido }
}

/** Apply a message: attribute each reading to its reader and device, and derive its effects. Changes states in memory and `c.escritura`. */
export function applyMessage(m: Message, c: Context): Result {
  const res = createResultOf(m)
  // Attribute: find the reader and the device of each reading. One whose reader is not registered, or is of another company, is refused
  // here. `recepcion.ts` puts the message of the former in quarantine.
  const by = attribute(m, c)
  for (const r of by.refused) refuse(res, r)
  keepHeartbeats(by.heartbeats, m, c)
  // Our present time, not the arrival: the message may have waited in quarantine.
  const now = machineClock.now()
  for (const o of by.lecturas) {
    // A tag that nobody registered is noted as seen, and ends here.
    if (!isAdmitted(o, c, res)) continue
    const estado = c.deviceStateOf(o.dispositivo)
    forgetStale(estado, o.dispositivo.mac, now)
    // Deduplicate: gateways repeat what they think was lost.
    if (isRepeated(o, estado, c, res)) continue
    const ajustes = c.vista.ajustesOf(o.dispositivo)
    const observation = observationOf(o, ajustes)
    const before = seenOf(estado)
    // Weigh what all readers heard of the device (`rules/estimate.ts`, by the place engine); decide its state and its impacts.
    const effect = apply(estado, observation, o.dispositivo.etiqueta, ajustes, o.planta)
    keepEffect(o, { estado, before, observation, effect, ajustes }, c)
    res.aceptadas++
  }
  for (const o of by.remotas) keepRemoteHearing(o, m.recibido, c)
  return res
}

/** Write the effects of a batch, and publish them: other processes and browsers are notified with the commit. */
export async function writeAndPublish(to: Destination, writeSet: WriteSet, rows: Rows): Promise<void> {
  const backAgain = await write(to, writeSet, rows)
  await publish(to.client, writeSet, backAgain)
}
