import type { Lectura } from '../formats/lectura'
import type { Vista } from './memory/registry'
import { createResultOf, type Message, type RemoteHearing, type Result, refuse } from './message'
import { PARTITIONS, partitionOf, partitionOfMac } from './ownership/partition'
import { deviceOf, readerOf, rejectionOfHeartbeats } from './steps/attribution'

/** The part of a message that one partition applies. */
type Parte = {
  lectores: Message['decodificado']['lectores']
  lecturas: Lectura[]
  testigos: RemoteHearing[]
}

const createParte = (): Parte => ({ lectores: [], lecturas: [], testigos: [] })
const isEmpty = (p: Parte) => !p.lectores.length && !p.lecturas.length && !p.testigos.length

function addRemoteHearing(
  p: Parte,
  lector: number,
  empresa: number,
  id: number,
  before: number | null,
): void {
  let t = p.testigos.at(-1)
  if (t?.lector !== lector) {
    t = { lector, empresa, oidas: [] }
    p.testigos.push(t)
  }
  t.oidas.push(id, before)
}

/**
 * Divide a message among partitions. The partition of its device gets all of a reading; the others get only what it shows of the reader. A
 * heartbeat goes to the partition of its reader.
 * @returns `partes`: the message of partition n, or null, at index n − 1. `resultado`: the sender's answer, in which duplicates count as
 * accepted, since they are not known yet
 */
export function splitMensaje(m: Message, vista: Vista): { partes: (Message | null)[]; resultado: Result } {
  const resultado = createResultOf(m)
  const batchParts = Array.from({ length: PARTITIONS }, createParte)
  const parteOf = (partition: number) => batchParts[partition - 1] as Parte
  const worthless = rejectionOfHeartbeats(m, vista)
  if (worthless) refuse(resultado, worthless)
  for (const v of m.decodificado.lectores) {
    const lector = readerOf(v.mac, m, vista)
    if (!('motivo' in lector)) parteOf(partitionOf(lector.id)).lectores.push(v)
  }
  for (const l of m.decodificado.lecturas) {
    const lector = readerOf(l.lector, m, vista)
    if ('motivo' in lector) {
      refuse(resultado, lector)
      continue
    }
    const d = deviceOf(l, lector, vista)
    if (d) resultado.aceptadas++
    else resultado.sin_registrar++
    const suya = d ? partitionOf(d.id) : partitionOfMac(l.mac)
    parteOf(suya).lecturas.push(l)
    const before = l.tiempo === null ? null : m.recibido - l.tiempo
    const delLector = partitionOf(lector.id)
    // A tag that nobody registered shows only that its reader is alive.
    if (d)
      for (let c = 1; c <= PARTITIONS; c++) {
        if (c !== suya) addRemoteHearing(parteOf(c), lector.id, lector.empresa, d.id, before)
      }
    else if (delLector !== suya) addRemoteHearing(parteOf(delLector), lector.id, lector.empresa, 0, before)
  }
  const { formato, via, origen, recibido, reloj } = m
  return {
    resultado,
    partes: batchParts.map((p) =>
      isEmpty(p)
        ? null
        : {
            formato,
            via,
            topic: null,
            texto: '',
            origen,
            recibido,
            ...(reloj !== undefined && { reloj }),
            decodificado: { lecturas: p.lecturas, rechazos: [], lectores: p.lectores },
            testigos: p.testigos,
          },
    ),
  }
}
