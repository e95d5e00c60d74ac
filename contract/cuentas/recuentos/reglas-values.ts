import { LISTAS_RECUENTO, type ListaRecuento, type ResultadoRecuento } from './values'

/** Scope of a count, by name: two of them are null. `tercero`: all that the book has in the account of that partner, wherever it is. */
export type Alcance = { lugar: string | null; familia: string | null; tercero: string | null }

/** A container and what a count knows of it. */
export type Situado = {
  mac: string
  apodo: string | null
  /** Its location when the count was opened; null: unknown. */
  lugar: string | null
  /** Readers heard it there at that time; false: it was only heard there last. */
  oido: boolean
  /** The count expects it. */
  esperado: boolean
}

/** One scan. */
export type Escaneo = {
  /** Made by the phone, so that retries have the same id. */
  id: string
  /** MAC of the container; null: unknown code. */
  mac: string | null
  codigo: string
  /** ms since the epoch. */
  momento: number
  persona: string
  /** Where it was scanned, in a count of a family; null: not stated. */
  donde: string | null
  /** The scan that this one takes back. */
  anula: string | null
  /** The scan has a photo. */
  foto: boolean
}

/**
 * Result for a container that was scanned.
 * @param donde see `Escaneo`
 */
export function classify(
  { lugar }: Alcance,
  c: Pick<Situado, 'lugar' | 'esperado'> | undefined,
  donde: string | null,
): Exclude<ResultadoRecuento, 'falta'> {
  if (!c) return 'desconocido'
  if (c.esperado) return lugar === null && donde !== null && c.lugar !== donde ? 'otro_sitio' : 'correcto'
  return lugar !== null && c.lugar !== null ? 'otro_sitio' : 'no_esperado'
}

/** Key of a scan: the same for all scans of one container or of one unknown code. */
export const claveOf = (e: Pick<Escaneo, 'mac' | 'codigo'>): string =>
  e.mac ?? `?${e.codigo.trim().toUpperCase()}`

/** The scans of all phones, grouped by container or code, in order of time. Retries count once; scans that were taken back do not count. */
export function mergeEscaneos<E extends Escaneo>(escaneos: Iterable<E>): Map<string, E[]> {
  const distintos = new Map<string, E>()
  for (const e of escaneos) distintos.set(e.id, e)
  const anulados = new Set([...distintos.values()].flatMap((e) => e.anula ?? []))
  const juntos = new Map<string, E[]>()
  const vigentes = [...distintos.values()].filter((e) => e.anula === null && !anulados.has(e.id))
  for (const e of vigentes.sort((a, b) => a.momento - b.momento || (a.id < b.id ? -1 : 1))) {
    const clave = claveOf(e)
    juntos.set(clave, [...(juntos.get(clave) ?? []), e])
  }
  return juntos
}

/** Place of a container by the readers; `oido` false: it was only heard there last. */
export type Radio = { lugar: string | null; oido: boolean }

/** A row of a count: a container, or an unknown code. */
export type LineaRecuento = {
  /** Null: unknown code. */
  mac: string | null
  apodo: string | null
  codigo: string
  resultado: ResultadoRecuento
  lugar: string | null
  donde: string | null
  /** Number of scans. */
  veces: number
  /** Time of the first scan, ms since the epoch; null: never scanned. */
  primero: number | null
  /** People who scanned it, each once, in order. */
  personas: string[]
  /** Whether the readers agree with the count; null: not comparable. */
  acuerda: boolean | null
  /** The scan with the photo of an unknown code; null: no photo. */
  foto: string | null
}

/**
 * Whether the readers agree with the count; null: not comparable, because no reader hears the container. A container that arrived during
 * the count agrees. A missing one is compared only if readers heard it at its place before and after: it has not left. A count of a partner
 * is compared with the book, not with readers.
 * @param antes when the count was opened
 * @param ahora now, or when it was closed
 */
function agree(alcance: Alcance, antes: Radio, ahora: Radio, sitio: string | null, falta: boolean) {
  if (alcance.tercero) return null
  if (falta) return antes.oido && ahora.oido && antes.lugar === ahora.lugar ? false : null
  const aqui = alcance.lugar ?? sitio
  if (aqui === null || !(antes.oido || ahora.oido)) return null
  return (antes.oido && antes.lugar === aqui) || (ahora.oido && ahora.lugar === aqui)
}

/**
 * The rows of a count: each container that was expected or scanned, and each unknown code, once.
 * @param ahora where readers have a container now, by its MAC; containers that it lacks have not moved
 */
export function buildLineas(
  alcance: Alcance,
  contenedores: Iterable<Situado>,
  escaneos: Iterable<Escaneo>,
  ahora: ReadonlyMap<string, Radio>,
): LineaRecuento[] {
  const conocidos = new Map<string, Situado>()
  for (const c of contenedores) conocidos.set(c.mac, c)
  const juntos = mergeEscaneos(escaneos)
  const lineas: LineaRecuento[] = []
  for (const [clave, suyos] of juntos) {
    const primero = suyos[0] as Escaneo
    const c = conocidos.get(clave)
    const sitio = suyos.findLast((e) => e.donde !== null)?.donde ?? null
    lineas.push({
      mac: primero.mac,
      apodo: c?.apodo ?? null,
      codigo: primero.codigo,
      resultado: primero.mac !== null && !c ? 'no_esperado' : classify(alcance, c, sitio),
      lugar: c?.lugar ?? null,
      donde: sitio,
      veces: suyos.length,
      primero: primero.momento,
      personas: [...new Set(suyos.map((e) => e.persona))],
      acuerda: c ? agree(alcance, c, ahora.get(c.mac) ?? c, sitio, false) : null,
      foto: (primero.mac === null && suyos.find((e) => e.foto)?.id) || null,
    })
  }
  for (const c of conocidos.values())
    if (c.esperado && !juntos.has(c.mac))
      lineas.push({
        mac: c.mac,
        apodo: c.apodo,
        codigo: c.apodo ?? c.mac,
        resultado: 'falta',
        lugar: c.lugar,
        donde: null,
        veces: 0,
        primero: null,
        personas: [],
        acuerda: agree(alcance, c, ahora.get(c.mac) ?? c, null, true),
        foto: null,
      })
  return lineas
}

/** The list of a row, apart from `repetidos`. */
export function listaOf(r: ResultadoRecuento): Exclude<ListaRecuento, 'repetidos'> {
  if (r === 'falta') return 'faltantes'
  if (r === 'desconocido') return 'desconocidos'
  return r === 'correcto' ? 'encontrados' : 'sobrantes'
}

/** Whether a row is on a list. */
export const isEn = (lista: ListaRecuento, l: Pick<LineaRecuento, 'resultado' | 'veces'>): boolean =>
  lista === 'repetidos' ? l.veces > 1 : listaOf(l.resultado) === lista

/** Figures of a count. All count containers, except `desconocidos`. */
export type CifrasRecuento = Record<ListaRecuento, number> & {
  esperados: number
  /** Valid scans. */
  escaneos: number
  /** Containers for which count and readers agree. */
  acuerdan: number
  /** Containers for which count and readers can be compared. */
  comparados: number
}

export function sumLineas(
  lineas: readonly Pick<LineaRecuento, 'resultado' | 'veces' | 'acuerda'>[],
  esperados: number,
): CifrasRecuento {
  const n = (si: (l: (typeof lineas)[number]) => boolean) => lineas.filter(si).length
  const listas = Object.fromEntries(
    LISTAS_RECUENTO.map((lista) => [lista, n((l) => isEn(lista, l))]),
  ) as Record<ListaRecuento, number>
  return {
    ...listas,
    esperados,
    escaneos: lineas.reduce((suma, l) => suma + l.veces, 0),
    acuerdan: n((l) => l.acuerda === true),
    comparados: n((l) => l.acuerda !== null),
  }
}

/** `98,2 %`; null where nothing can be compared. Rounded so that an incomplete agreement is never 100. */
export function formatAcuerdo({ acuerdan, comparados }: Pick<CifrasRecuento, 'acuerdan' | 'comparados'>) {
  if (comparados === 0) return null
  const porMil = Math.floor((acuerdan * 1000) / comparados)
  return `${(porMil / 10).toLocaleString('es')} %`
}

/** `Almacén Lleno`, `Familia 20014`, or the name of a partner. */
export const formatAlcance = ({ lugar, familia, tercero }: Alcance): string =>
  lugar ?? tercero ?? `Familia ${familia ?? ''}`

/** `35 min`, `2 h 5 min`. @param ms how long */
export function formatDuracion(ms: number): string {
  const minutos = Math.max(0, Math.round(ms / 60_000))
  return minutos < 60 ? `${minutos} min` : `${Math.floor(minutos / 60)} h ${minutos % 60} min`
}
