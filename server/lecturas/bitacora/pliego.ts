import type { Mensaje, Origen, Testigo } from '../canal/mensaje'
import type { Lectura } from '../formatos/lectura'

/** One record of the log: messages of one carril, as JSON. A program reads those of its own version and the one before. */
const VERSION = 1

/** Most characters of a record, of up to three bytes each; a server takes 1 MiB unless told otherwise. */
const MAX_LARGO = 300_000

/** A message, without what nobody reads behind the door. */
type Hoja = {
  f: string
  v: 'http' | 'mqtt'
  o: Origen
  r: number
  a: Lectura[]
  l?: Mensaje['decodificado']['lectores']
  t?: Testigo[]
}

type Pliego = { v: typeof VERSION; h: Hoja[] }

/** A message as JSON, in as many parts as its size asks for. */
function* hojasDe(h: Hoja): Generator<string> {
  const texto = JSON.stringify(h)
  if (texto.length <= MAX_LARGO || h.a.length < 2) return yield texto
  const mitad = h.a.length >> 1
  yield* hojasDe({ ...h, a: h.a.slice(0, mitad) })
  yield* hojasDe({ f: h.f, v: h.v, o: h.o, r: h.r, a: h.a.slice(mitad) })
}

function hojaDe(m: Mensaje): Hoja {
  const { lecturas, lectores } = m.decodificado
  return {
    f: m.formato,
    v: m.via,
    o: m.origen,
    r: m.recibido,
    a: lecturas,
    ...(lectores.length && { l: lectores }),
    ...(m.testigos?.length && { t: m.testigos }),
  }
}

/** Messages as records of the log, as few as their size allows. */
export function encodePliegos(mensajes: readonly Mensaje[]): string[] {
  const pliegos: string[] = []
  let hojas: string[] = []
  let largo = 0
  const close = () => {
    if (hojas.length) pliegos.push(`{"v":${VERSION},"h":[${hojas.join(',')}]}`)
    hojas = []
    largo = 0
  }
  for (const m of mensajes)
    for (const texto of hojasDe(hojaDe(m))) {
      if (largo + texto.length > MAX_LARGO) close()
      hojas.push(texto)
      largo += texto.length
    }
  close()
  return pliegos
}

/** Throws where it is no record of a version that is known here. */
export function decodePliego(texto: string): Mensaje[] {
  const p = JSON.parse(texto) as Pliego
  if (p?.v !== VERSION || !Array.isArray(p.h)) throw new Error('not a record of the log')
  return p.h.map((h) => ({
    formato: h.f,
    via: h.v,
    topic: null,
    texto: '',
    origen: h.o,
    recibido: h.r,
    decodificado: { lecturas: h.a, rechazos: [], lectores: h.l ?? [] },
    testigos: h.t ?? [],
  }))
}
