import type { Lectura } from '../formatos/lectura'
import { deviceOf, readerOf } from './apply'
import { CARRILES, carrilDe, carrilDeMac } from './carril'
import { createResultado, MAX_RECHAZOS, type Mensaje, type Resultado, type Testigo } from './mensaje'
import type { Vista } from './padron'

/** A message in the making: what one carril applies of it. */
type Parte = { lectores: Mensaje['decodificado']['lectores']; lecturas: Lectura[]; testigos: Testigo[] }

const createParte = (): Parte => ({ lectores: [], lecturas: [], testigos: [] })
const isVacia = (p: Parte) => !p.lectores.length && !p.lecturas.length && !p.testigos.length

function addTestigo(p: Parte, lector: number, empresa: number, id: number, antes: number | null): void {
  let t = p.testigos.at(-1)
  if (t?.lector !== lector) {
    t = { lector, empresa, oidas: [] }
    p.testigos.push(t)
  }
  t.oidas.push(id, antes)
}

/**
 * Divide a message by the carril that applies each reading: to that of its device go all its values, to the others what it says of the
 * reader. A sign of life goes to the carril of its reader.
 * @returns for each carril, 1 to 8, at its number less one, its message or null; and what the sender is told: what was a repetition
 *   is not known yet, and counts as accepted
 */
export function splitMensaje(m: Mensaje, vista: Vista): { partes: (Mensaje | null)[]; resultado: Resultado } {
  const resultado = createResultado()
  resultado.rechazadas = m.decodificado.rechazos.length
  resultado.rechazos = m.decodificado.rechazos.slice(0, MAX_RECHAZOS)
  const partes = Array.from({ length: CARRILES }, createParte)
  const parteOf = (carril: number) => partes[carril - 1] as Parte
  for (const v of m.decodificado.lectores) {
    const lector = readerOf(v.mac, m, vista)
    if (!('motivo' in lector)) parteOf(carrilDe(lector.id)).lectores.push(v)
  }
  for (const l of m.decodificado.lecturas) {
    const lector = readerOf(l.lector, m, vista)
    if ('motivo' in lector) {
      resultado.rechazadas++
      if (resultado.rechazos.length < MAX_RECHAZOS) resultado.rechazos.push(lector)
      continue
    }
    const d = deviceOf(l, lector, vista)
    if (d) resultado.aceptadas++
    else resultado.sin_registrar++
    const suya = d ? carrilDe(d.id) : carrilDeMac(l.mac)
    parteOf(suya).lecturas.push(l)
    const antes = l.tiempo === null ? null : m.recibido - l.tiempo
    const delLector = carrilDe(lector.id)
    // A tag that nobody registered shows only that its reader lives.
    if (d)
      for (let c = 1; c <= CARRILES; c++) {
        if (c !== suya) addTestigo(parteOf(c), lector.id, lector.empresa, d.id, antes)
      }
    else if (delLector !== suya) addTestigo(parteOf(delLector), lector.id, lector.empresa, 0, antes)
  }
  const { formato, via, origen, recibido } = m
  return {
    resultado,
    partes: partes.map((p) =>
      isVacia(p)
        ? null
        : {
            formato,
            via,
            topic: null,
            texto: '',
            origen,
            recibido,
            decodificado: { lecturas: p.lecturas, rechazos: [], lectores: p.lectores },
            testigos: p.testigos,
          },
    ),
  }
}
