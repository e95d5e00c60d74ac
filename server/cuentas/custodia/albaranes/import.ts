import type { InformeAlbaranes } from '#contract/cuentas/custodia/albaranes'
import { MAX_CAMBIOS_INFORME } from '#contract/importar'
import { formatDia } from '#contract/values/comunes'
import type { Db } from '../../../platform/db/client'
import { findEmpresa } from '../../../platform/db/queries/empresa'
import { conflicto, ErrorHttp, noEncontrado } from '../../../platform/http/errores'
import { simplify } from '../../../platform/import/csv'
import { paced } from '../../../platform/process/pauses'
import { groupBy } from '../../../platform/time/groups'
import { isoPlanta } from '../../../platform/time/time'
import { ensureEnLibro } from '../anotar'
import {
  addNombrados,
  checkCantidad,
  formatReparo,
  momentOf,
  movimientoOf,
  pathOf,
  standings,
} from '../entrar'
import { addMovimientos, lockLibro } from '../repo-libro'
import type { FilaTercero } from '../repo-terceros'
import type { ColumnaAlbaran, LineaAlbaran, Parsed } from './read'
import { type Anotada, type Contenedor, findNombrados, listAnotadas, listDeEmpresa } from './repo'

/** A line whose partner, day and containers are known. */
type Lista = LineaAlbaran & { de: FilaTercero; momento: Date; nombrados: Contenedor[] }

type Importacion = {
  empresa: number
  persona: number
  zona: string
  /** True: lines with errors are skipped. False: one line with an error rejects the whole file. */
  omitir: boolean
}

/** The key by which a line is recognized in the book. Quantity and day are not part of it. */
const keyOf = (a: Pick<Anotada, 'documento' | 'tercero' | 'clase' | 'familia' | 'dispositivo'>) =>
  [a.tercero, a.clase, a.documento.toLowerCase(), a.dispositivo ?? `de ${a.familia}`].join('\n')

const keysOf = (l: Lista): string[] => {
  const comun = { documento: l.documento, tercero: l.de.id, clase: l.clase }
  return l.nombrados.length
    ? l.nombrados.map((c) => keyOf({ ...comun, familia: '', dispositivo: c.id }))
    : [keyOf({ ...comun, familia: l.familia, dispositivo: null })]
}

class Reparo extends Error {
  constructor(
    readonly columna: ColumnaAlbaran,
    message: string,
  ) {
    super(message)
  }
}

/** Finds a partner by its exact name, else by its name without case and accents if only one matches. */
function createFinder(terceros: readonly FilaTercero[]): (nombre: string) => FilaTercero | undefined {
  const exact = new Map(terceros.map((t) => [t.nombre, t]))
  const like = groupBy(terceros, (t) => simplify(t.nombre))
  return (nombre) => {
    const alike = like.get(simplify(nombre))
    return exact.get(nombre.normalize('NFC')) ?? (alike?.length === 1 ? alike[0] : undefined)
  }
}

/** Runs a check of manual entry for a cell; its error becomes a Reparo of that column. */
function follow<T>(columna: ColumnaAlbaran, work: () => T): T {
  try {
    return work()
  } catch (e) {
    throw e instanceof ErrorHttp ? new Reparo(columna, e.message) : e
  }
}

/** The part of a line that the book lacks. Throws Reparo where the book has a different entry for it. */
function lackOf(l: Lista, anotadas: ReadonlyMap<string, Anotada[]>, zona: string): Lista {
  const sameDay = (a: Anotada) => isoPlanta(a.momento, zona).startsWith(l.dia)
  const hay = keysOf(l).map((k) => anotadas.get(k) ?? [])
  const otro = hay.find(
    (as) =>
      as.length > 0 && !as.some((a) => sameDay(a) && (l.nombrados.length > 0 || a.cantidad === l.cantidad)),
  )?.[0]
  if (otro)
    throw new Reparo(
      'documento',
      `El libro ya tiene ${otro.cantidad.toLocaleString('es')} con ese documento, del ${formatDia(isoPlanta(otro.momento, zona))}. Si es otro albarán, su número debe ser otro.`,
    )
  if (l.nombrados.length) return { ...l, nombrados: l.nombrados.filter((_, i) => hay[i]?.length === 0) }
  return { ...l, cantidad: hay[0]?.length ? null : l.cantidad }
}

/** The book already has the whole line. */
const isEnLibro = (l: Lista) => l.nombrados.length === 0 && l.cantidad === null

/** Groups of lines that can be entered at once: no two lines of a group have a container in common. */
function* wavesOf(lineas: readonly Lista[]): Generator<Lista[]> {
  let wave: Lista[] = []
  const taken = new Set<number>()
  for (const l of lineas) {
    if (l.nombrados.some((c) => taken.has(c.id))) {
      yield wave
      wave = []
      taken.clear()
    }
    wave.push(l)
    for (const c of l.nombrados) taken.add(c.id)
  }
  yield wave
}

type Conocido = {
  terceros: readonly FilaTercero[]
  porNombre: ReadonlyMap<string, Contenedor>
  anotadas: ReadonlyMap<string, Anotada[]>
  zona: string
}

/** Valid lines, reduced to what the book lacks; the others are added to `reparos`. */
async function prepareAll(
  { lineas, reparos }: Parsed,
  { terceros, porNombre, anotadas, zona }: Conocido,
): Promise<Lista[]> {
  const seen = new Map<string, number>()
  const findPorNombre = createFinder(terceros)

  function prepare(l: LineaAlbaran): Lista {
    const de = findPorNombre(l.tercero)
    if (!de) throw new Reparo('tercero', 'No existe ese tercero.')
    const momento = follow('fecha', () => momentOf(l.dia, zona))
    const falta = l.contenedores.find((n) => !porNombre.has(n))
    if (falta !== undefined) throw new Reparo('contenedores', `${falta}: No existe ese contenedor.`)
    const nombrados = new Map(
      l.contenedores.map((n) => [porNombre.get(n)?.id, porNombre.get(n) as Contenedor]),
    )
    const lista = { ...l, de, momento, nombrados: [...nombrados.values()] }
    const otra = keysOf(lista).flatMap((k) => seen.get(k) ?? [])[0]
    if (otra !== undefined)
      throw new Reparo(
        'documento',
        `Es el mismo documento y lo mismo que en la línea ${otra}: júntalas en una.`,
      )
    const lacks = lackOf(lista, anotadas, zona)
    const { cantidad } = lacks
    if (cantidad !== null && !isEnLibro(lacks)) follow('cantidad', () => checkCantidad(de, l.clase, cantidad))
    for (const k of keysOf(lista)) seen.set(k, l.linea)
    return lacks
  }

  const listas: Lista[] = []
  for await (const l of paced(lineas))
    try {
      listas.push(prepare(l))
    } catch (e) {
      if (!(e instanceof Reparo)) throw e
      reparos.add(l, e.columna, e.message)
    }
  return listas
}

type Comun = { empresa: number; persona: number }

const comunOf = (l: Lista, persona: number) => ({
  momento: l.momento,
  clase: 'albaran' as const,
  documento: l.documento,
  nota: l.nota,
  persona,
})

/**
 * Enters lines that name containers, in order of day. Lines that the rules refuse are added to `reparos`.
 * @returns the ids of the entries
 */
async function enterConNombres(
  tx: Db,
  lineas: readonly Lista[],
  reparos: Parsed['reparos'],
  { empresa, persona }: Comun,
): Promise<number[]> {
  const movimientos: number[] = []
  await ensureEnLibro(tx, empresa, [...new Set(lineas.flatMap((l) => l.nombrados.map((c) => c.id)))])
  const sorted = lineas.toSorted((a, b) => a.momento.getTime() - b.momento.getTime() || a.linea - b.linea)
  for (const delDia of groupBy(sorted, (l) => l.dia).values())
    for (const wave of wavesOf(delDia)) {
      const ids = wave.flatMap((l) => l.nombrados.map((c) => c.id))
      const cuentas = await standings(tx, empresa, ids, (wave[0] as Lista).momento)
      const cuentaOf = (c: Contenedor) => cuentas.get(c.id) ?? 'propio'
      for (const l of wave)
        for (const c of l.nombrados) {
          const reparo = formatReparo(l.clase, cuentaOf(c), l.de.id)
          if (reparo) reparos.add(l, 'contenedores', `${c.nombre}: ${reparo}`)
        }
      const added = await addNombrados(
        tx,
        empresa,
        wave.flatMap((l) =>
          reparos.has(l.linea)
            ? []
            : l.nombrados.map((c) => movimientoOf(comunOf(l, persona), [l.clase, l.de.id], c, cuentaOf(c))),
        ),
      )
      movimientos.push(...added)
    }
  return movimientos
}

/** Enters lines that give a quantity of a family. @returns the ids of the entries */
async function enterCantidades(
  tx: Db,
  lineas: readonly Lista[],
  { empresa, persona }: Comun,
): Promise<number[]> {
  return addMovimientos(
    tx,
    empresa,
    lineas.map((l) => {
      const cantidad = l.cantidad as number
      const [de, a] = pathOf(l.clase, cantidad, l.de.id)
      return { ...comunOf(l, persona), de, a, familia: l.familia, cantidad }
    }),
  )
}

/**
 * Enters the lines of a file in order of day, within the transaction `tx`. A line is entered whole or not at all; what the book already has
 * stays unchanged. Throws 409 for lines with errors that are not to be skipped.
 */
export async function importAlbaranes(
  tx: Db,
  parsed: Parsed,
  { empresa, persona, zona, omitir }: Importacion,
): Promise<Omit<InformeAlbaranes, 'ensayo'>> {
  const { lineas, reparos, filas } = parsed
  if (!(await findEmpresa(tx, empresa))) throw noEncontrado('No existe esa empresa.')
  await lockLibro(tx, empresa)
  const listas = await prepareAll(parsed, {
    terceros: await listDeEmpresa(tx, empresa),
    porNombre: await findNombrados(tx, empresa, [...new Set(lineas.flatMap((l) => l.contenedores))]),
    anotadas: groupBy(await listAnotadas(tx, empresa, [...new Set(lineas.map((l) => l.documento))]), keyOf),
    zona,
  })
  const faltan = listas.filter((l) => !isEnLibro(l))
  const conNombres = faltan.filter((l) => l.nombrados.length)
  const named = await enterConNombres(tx, conNombres, reparos, { empresa, persona })
  const counted = await enterCantidades(
    tx,
    faltan.filter((l) => !l.nombrados.length),
    { empresa, persona },
  )
  const informe = reparos.informe()
  if (informe.con_error && !omitir)
    throw conflicto(
      `${informe.con_error === 1 ? 'Una línea tiene' : `${informe.con_error.toLocaleString('es')} líneas tienen`} errores. Corrígelas, o pide que se importen solo las buenas.`,
      'con_errores',
    )
  const buenas = faltan.filter((l) => !reparos.has(l.linea))
  return {
    filas,
    movimiento: named[0] ?? counted[0] ?? null,
    nuevas: buenas.length,
    cambiadas: 0,
    iguales: listas.length - faltan.length,
    ...informe,
    cambios: buenas.slice(0, MAX_CAMBIOS_INFORME).map((l) => ({
      linea: l.linea,
      tercero: l.de.nombre,
      documento: l.documento,
      dia: l.dia,
      clase: l.clase,
      cantidad: l.nombrados.length || (l.cantidad as number),
      familia: l.familia,
      nombrados: l.nombrados.length > 0,
    })),
  }
}

class Rehearsed extends Error {
  constructor(readonly informe: Omit<InformeAlbaranes, 'ensayo'>) {
    super('rehearsed')
  }
}

/** Dry run: does the import and rolls it back. */
export async function rehearseAlbaranes(
  db: Db,
  parsed: Parsed,
  i: Omit<Importacion, 'omitir'>,
): Promise<InformeAlbaranes> {
  try {
    return await db.transaction().execute(async (tx) => {
      throw new Rehearsed(await importAlbaranes(tx, parsed, { ...i, omitir: true }))
    })
  } catch (e) {
    if (e instanceof Rehearsed) return { ensayo: true, ...e.informe, movimiento: null }
    throw e
  }
}
