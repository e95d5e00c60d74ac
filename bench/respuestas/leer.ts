import { ErrorGrabacion, Nombres, readRows } from '../verdad/leer'

/** Visits by column; families, stages and items are numbers. Times in Unix ms; `hasta` Infinity: not ended. */
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

export type Data = {
  visitas: Visitas
  /** Open intervals, sorted and disjoint, Unix ms; null: always open. */
  abierto: [number, number][] | null
  /** Offset of the plant's clock to UTC, in ms. */
  desfase: (t: number) => number
  /** Rows that were left out, because they end before or as they begin. */
  fuera: number
}

const DAY_MS = 86_400_000
const HOUR = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?\s*(Z|([+-])(\d\d):?(\d\d)?)?$/i

/** An instant in Unix ms, and the offset of its clock to UTC. A time without offset is UTC. */
function readHour(
  timeBin: string | undefined,
  column: string,
  failure: (que: string) => ErrorGrabacion,
): [number, number] {
  const partes = HOUR.exec(timeBin ?? '')
  const t = partes ? Date.parse(partes[3] ? (timeBin as string) : `${timeBin}Z`) : Number.NaN
  if (!partes || !Number.isFinite(t))
    throw failure(`${column} no es una hora ISO: «${(timeBin ?? '').slice(0, 40)}»`)
  const minutes = partes[4] ? Number(partes[5]) * 60 + Number(partes[6] ?? 0) : 0
  return [t, (partes[4] === '-' ? -minutes : minutes) * 60_000]
}

/** The offset of most rows of each day. */
class Clocks {
  readonly #dias = new Map<number, Map<number, number>>()
  note(t: number, desfase: number): void {
    const day = Math.floor(t / DAY_MS)
    let suyos = this.#dias.get(day)
    if (!suyos) {
      suyos = new Map()
      this.#dias.set(day, suyos)
    }
    suyos.set(desfase, (suyos.get(desfase) ?? 0) + 1)
  }
  /** On days without rows, the offset of the last day before them applies. */
  compile(): (t: number) => number {
    const days = [...this.#dias.keys()].sort((a, b) => a - b)
    const desfases = days.map((d) => {
      const suyos = [...(this.#dias.get(d) as Map<number, number>)]
      return (suyos.reduce((a, b) => (b[1] > a[1] ? b : a)) as [number, number])[0]
    })
    return (t) => {
      const day = Math.floor(t / DAY_MS)
      let [bajo, height] = [0, days.length]
      while (bajo < height) {
        const medio = (bajo + height) >> 1
        if ((days[medio] as number) <= day) bajo = medio + 1
        else height = medio
      }
      return desfases[Math.max(0, bajo - 1)] ?? 0
    }
  }
}

/** Sort and merge open intervals. */
export function joinOpen(tramos: readonly [number, number][]): [number, number][] {
  const salida: [number, number][] = []
  for (const [a, b] of [...tramos].sort((x, y) => x[0] - y[0])) {
    const last = salida.at(-1)
    if (b <= a) continue
    if (last && a <= last[1]) last[1] = Math.max(last[1], b)
    else salida.push([a, b])
  }
  return salida
}

/** Indexes of the visits in order of item, then time. */
export function orderByItem(v: Visitas): Uint32Array {
  const order = new Uint32Array(v.item.length).map((_, i) => i)
  return order.sort(
    (a, b) =>
      (v.item[a] as number) - (v.item[b] as number) ||
      (v.desde[a] as number) - (v.desde[b] as number) ||
      a - b,
  )
}

/** A container is at one place only: a visit ends at the latest when the next one of the same container begins. */
function cutOverlaps(v: Visitas): void {
  const order = orderByItem(v)
  for (let k = 0; k + 1 < order.length; k++) {
    const [a, b] = [order[k] as number, order[k + 1] as number]
    if (v.item[a] === v.item[b]) v.hasta[a] = Math.min(v.hasta[a] as number, v.desde[b] as number)
  }
}

/** Read `visits.csv` (item,family,stage,from,to) and `calendar.csv` (from,to) of a folder; rows in any order. Throws ErrorGrabacion. */
export async function readData(folder: string): Promise<Data> {
  const [items, familias, etapas] = [new Nombres(), new Nombres(), new Nombres()]
  const clocks = new Clocks()
  const columns = { item: [], familia: [], etapa: [], desde: [], hasta: [] } as Record<string, number[]>
  let [fuera, rows] = [0, 0]
  const hay = await readRows(
    folder,
    'visits.csv',
    ['item', 'family', 'stage', 'from', 'to'],
    [],
    ([item, familia, etapa, from, to], failure) => {
      if (!etapa) throw failure('falta la etapa (stage)')
      const [desde, desfase] = readHour(from, 'from', failure)
      const hasta = to ? readHour(to, 'to', failure)[0] : Number.POSITIVE_INFINITY
      rows++
      clocks.note(desde, desfase)
      if (hasta <= desde) {
        fuera++
        return
      }
      // A visit without an item counts as one of a separate container.
      columns.item?.push(items.add(item || `\0${rows}`))
      columns.familia?.push(familias.add(familia ?? ''))
      columns.etapa?.push(etapas.add(etapa))
      columns.desde?.push(desde)
      columns.hasta?.push(hasta)
    },
  )
  if (!hay) throw new ErrorGrabacion('visits.csv: no existe')
  if (!columns.item?.length) throw new ErrorGrabacion('visits.csv: no tiene ninguna visita')
  const tramos: [number, number][] = []
  const conCalendario = await readRows(folder, 'calendar.csv', ['from', 'to'], [], ([from, to], failure) => {
    const [a, b] = [readHour(from, 'from', failure)[0], readHour(to, 'to', failure)[0]]
    if (b < a) throw failure('to es anterior a from')
    tramos.push([a, b])
  })
  if (conCalendario && !tramos.length) throw new ErrorGrabacion('calendar.csv: no tiene ninguna hora abierta')
  const visitas: Visitas = {
    etapas: etapas.todos,
    familias: familias.todos,
    items: items.todos.length,
    item: Int32Array.from(columns.item),
    familia: Int32Array.from(columns.familia as number[]),
    etapa: Int32Array.from(columns.etapa as number[]),
    desde: Float64Array.from(columns.desde as number[]),
    hasta: Float64Array.from(columns.hasta as number[]),
  }
  cutOverlaps(visitas)
  return {
    visitas,
    abierto: conCalendario ? joinOpen(tramos) : null,
    desfase: clocks.compile(),
    fuera,
  }
}
