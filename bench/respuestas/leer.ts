import { ErrorGrabacion, Nombres, readFilas } from '../verdad/leer'

/** Visits by column; families, stages and items are numbers. Unix ms; `hasta` Infinity: still there. */
export type Visitas = {
  etapas: string[]
  familias: string[]
  items: number
  item: Int32Array
  familia: Int32Array
  etapa: Int32Array
  desde: Float64Array
  hasta: Float64Array
}

export type Datos = {
  visitas: Visitas
  /** When it was open, in order and apart, Unix ms; null: always. */
  abierto: [number, number][] | null
  /** Of the plant's clock to UTC, ms. */
  desfase: (t: number) => number
  /** Rows left out: they end before they begin, or at once. */
  fuera: number
}

const DIA_MS = 86_400_000
const HORA = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?\s*(Z|([+-])(\d\d):?(\d\d)?)?$/i

/** An instant, Unix ms, and what its clock was ahead of UTC. A time without offset is one of UTC. */
function readHora(
  celda: string | undefined,
  columna: string,
  fallo: (que: string) => ErrorGrabacion,
): [number, number] {
  const partes = HORA.exec(celda ?? '')
  const t = partes ? Date.parse(partes[3] ? (celda as string) : `${celda}Z`) : Number.NaN
  if (!partes || !Number.isFinite(t))
    throw fallo(`${columna} no es una hora ISO: «${(celda ?? '').slice(0, 40)}»`)
  const minutos = partes[4] ? Number(partes[5]) * 60 + Number(partes[6] ?? 0) : 0
  return [t, (partes[4] === '-' ? -minutos : minutos) * 60_000]
}

/** What the clocks of most rows of each day said. */
class Relojes {
  readonly #dias = new Map<number, Map<number, number>>()
  note(t: number, desfase: number): void {
    const dia = Math.floor(t / DIA_MS)
    let suyos = this.#dias.get(dia)
    if (!suyos) {
      suyos = new Map()
      this.#dias.set(dia, suyos)
    }
    suyos.set(desfase, (suyos.get(desfase) ?? 0) + 1)
  }
  /** Of days without rows, what the last one before them said. */
  compile(): (t: number) => number {
    const dias = [...this.#dias.keys()].sort((a, b) => a - b)
    const desfases = dias.map((d) => {
      const suyos = [...(this.#dias.get(d) as Map<number, number>)]
      return (suyos.reduce((a, b) => (b[1] > a[1] ? b : a)) as [number, number])[0]
    })
    return (t) => {
      const dia = Math.floor(t / DIA_MS)
      let [bajo, alto] = [0, dias.length]
      while (bajo < alto) {
        const medio = (bajo + alto) >> 1
        if ((dias[medio] as number) <= dia) bajo = medio + 1
        else alto = medio
      }
      return desfases[Math.max(0, bajo - 1)] ?? 0
    }
  }
}

/** Put in order and together what is open. */
export function joinAbierto(tramos: readonly [number, number][]): [number, number][] {
  const salida: [number, number][] = []
  for (const [a, b] of [...tramos].sort((x, y) => x[0] - y[0])) {
    const ultimo = salida.at(-1)
    if (b <= a) continue
    if (ultimo && a <= ultimo[1]) ultimo[1] = Math.max(ultimo[1], b)
    else salida.push([a, b])
  }
  return salida
}

/** Places of the visits in order of item, then time. */
export function orderByItem(v: Visitas): Uint32Array {
  const orden = new Uint32Array(v.item.length).map((_, i) => i)
  return orden.sort(
    (a, b) =>
      (v.item[a] as number) - (v.item[b] as number) ||
      (v.desde[a] as number) - (v.desde[b] as number) ||
      a - b,
  )
}

/** One container is at one place: a visit ends, at the latest, as the next one of the same container begins. */
function cutOverlaps(v: Visitas): void {
  const orden = orderByItem(v)
  for (let k = 0; k + 1 < orden.length; k++) {
    const [a, b] = [orden[k] as number, orden[k + 1] as number]
    if (v.item[a] === v.item[b]) v.hasta[a] = Math.min(v.hasta[a] as number, v.desde[b] as number)
  }
}

/** `visits.csv` (item,family,stage,from,to) and `calendar.csv` (from,to) of a folder, in any order. Throws ErrorGrabacion. */
export async function readDatos(carpeta: string): Promise<Datos> {
  const [items, familias, etapas] = [new Nombres(), new Nombres(), new Nombres()]
  const relojes = new Relojes()
  const columnas = { item: [], familia: [], etapa: [], desde: [], hasta: [] } as Record<string, number[]>
  let [fuera, filas] = [0, 0]
  const hay = await readFilas(
    carpeta,
    'visits.csv',
    ['item', 'family', 'stage', 'from', 'to'],
    [],
    ([item, familia, etapa, from, to], fallo) => {
      if (!etapa) throw fallo('falta la etapa (stage)')
      const [desde, desfase] = readHora(from, 'from', fallo)
      const hasta = to ? readHora(to, 'to', fallo)[0] : Number.POSITIVE_INFINITY
      filas++
      relojes.note(desde, desfase)
      if (hasta <= desde) {
        fuera++
        return
      }
      // A visit of nobody knows is of a container of its own.
      columnas.item?.push(items.add(item || `\0${filas}`))
      columnas.familia?.push(familias.add(familia ?? ''))
      columnas.etapa?.push(etapas.add(etapa))
      columnas.desde?.push(desde)
      columnas.hasta?.push(hasta)
    },
  )
  if (!hay) throw new ErrorGrabacion('visits.csv: no existe')
  if (!columnas.item?.length) throw new ErrorGrabacion('visits.csv: no tiene ninguna visita')
  const tramos: [number, number][] = []
  const conCalendario = await readFilas(carpeta, 'calendar.csv', ['from', 'to'], [], ([from, to], fallo) => {
    const [a, b] = [readHora(from, 'from', fallo)[0], readHora(to, 'to', fallo)[0]]
    if (b < a) throw fallo('to es anterior a from')
    tramos.push([a, b])
  })
  if (conCalendario && !tramos.length) throw new ErrorGrabacion('calendar.csv: no tiene ninguna hora abierta')
  const visitas: Visitas = {
    etapas: etapas.todos,
    familias: familias.todos,
    items: items.todos.length,
    item: Int32Array.from(columnas.item),
    familia: Int32Array.from(columnas.familia as number[]),
    etapa: Int32Array.from(columnas.etapa as number[]),
    desde: Float64Array.from(columnas.desde as number[]),
    hasta: Float64Array.from(columnas.hasta as number[]),
  }
  cutOverlaps(visitas)
  return {
    visitas,
    abierto: conCalendario ? joinAbierto(tramos) : null,
    desfase: relojes.compile(),
    fuera,
  }
}
