import type { Cuenta, Movimiento } from './libro'

/**
 * A container's arrival at a known place (Unix ms), with the account that the place belongs to. With `salida` it is the last reading at a
 * place from which the container then left for that account.
 */
export type Llegada = { momento: number; cuenta: Cuenta; lugar: number; salida?: true }

/** A movement of one container that a user entered by name. */
export type Dicho = Pick<Movimiento, 'momento' | 'familia' | 'de' | 'a'>

/** Whether movements of this class are derived from a reading at a place. */
export const isSeen = (clase: string): boolean => clase === 'visto' || clase === 'salida'

/** A movement derived from readings. `lugar`: where it was seen; null: derived from the registration or from a user's entry. */
export type Querido = Dicho & { clase: 'alta' | 'baja' | 'visto' | 'salida'; lugar: number | null }

/** One container, from a moment on. */
export type Contenedor = {
  familia: string
  /** Unix ms when it was registered and when it was deleted; null: still registered. */
  creado: number
  eliminado: number | null
  /** Unix ms when it was written off as lost and not heard since; null or absent: not. */
  baja?: number | null
  /** Its account before everything that follows; null: it is not in the book yet. */
  inicio: (Pick<Movimiento, 'familia'> & { cuenta: Cuenta }) | null
  /** In order of time. */
  llegadas: readonly Llegada[]
  /** In order of time. */
  dichos: readonly Dicho[]
}

/** A shorter arrival does not count: a truck passes by, or a reader hears through a wall. */
export const MINIMO_MS = 10 * 60_000

/**
 * A container that is silent for this long after a place that leads to a partner has left for it. It equals the default limit for Posible
 * tránsito. It is a constant and no setting: another value would change past entries.
 */
export const SALIDA_MS = 300 * 60_000

/**
 * Joins successive arrivals in one account and leaves out short stays.
 * @param now Unix ms; the last stay lasts until then
 */
function runsOf(llegadas: readonly Llegada[], now: number): Llegada[] {
  const runs: Llegada[] = []
  for (const l of llegadas) if (runs.at(-1)?.cuenta !== l.cuenta) runs.push(l)
  const lasting = runs.filter((r, i) => (runs[i + 1]?.momento ?? now) - r.momento >= MINIMO_MS)
  return lasting.filter((r, i) => lasting[i - 1]?.cuenta !== r.cuenta)
}

/** When the last stay reaches the minimum length; null: it has reached it. */
export function ripensAt(llegadas: readonly Llegada[], now: number): number | null {
  const begins = llegadas.findLast((l, i) => llegadas[i - 1]?.cuenta !== l.cuenta)?.momento
  return begins !== undefined && now - begins < MINIMO_MS ? begins + MINIMO_MS : null
}

type Paso =
  | { orden: 0; momento: number; llegada: Llegada }
  | { orden: 1; momento: number; dicho: Dicho }
  | { orden: 2; momento: number }

/**
 * The movements that the book should have of one container besides the users' entries, so that it is in exactly one account at every
 * moment: registration, each change of account that was seen, removal, writing off, and movements that join a user's entry to the account
 * before it.
 */
export function listQueridos(c: Contenedor, now: number): Querido[] {
  const queridos: Querido[] = []
  const runs = runsOf(c.llegadas, now)
  let cuenta: Cuenta = c.inicio?.cuenta ?? 'fuera'
  let familia = c.inicio?.familia ?? c.familia

  /** Moves to an account and a family; a change of family goes through `fuera`. */
  function go(momento: number, a: Cuenta, f: string, clase: Querido['clase'], lugar: number | null): void {
    const put = (de: Cuenta, a: Cuenta, familia: string) => {
      if (de !== a) queridos.push({ momento, familia, de, a, clase, lugar })
    }
    if (f === familia) put(cuenta, a, f)
    else {
      put(cuenta, 'fuera', familia)
      put('fuera', a, f)
    }
    cuenta = a
    familia = f
  }

  const first = Math.min(c.creado, runs[0]?.momento ?? c.creado, c.dichos[0]?.momento ?? c.creado)
  if (!c.inicio) go(first, 'propio', c.familia, 'alta', null)
  const pasos: Paso[] = [
    ...runs.map((llegada) => ({ orden: 0 as const, momento: llegada.momento, llegada })),
    ...c.dichos.map((dicho) => ({ orden: 1 as const, momento: dicho.momento, dicho })),
    ...[c.eliminado, c.baja ?? null].flatMap((momento) =>
      momento === null ? [] : [{ orden: 2 as const, momento }],
    ),
  ].sort((x, y) => x.momento - y.momento || x.orden - y.orden)
  for (const p of pasos) {
    if (p.orden === 0) {
      if (c.eliminado === null || p.momento < c.eliminado)
        go(p.momento, p.llegada.cuenta, c.familia, p.llegada.salida ? 'salida' : 'visto', p.llegada.lugar)
    } else if (p.orden === 1) {
      go(p.momento, p.dicho.de, p.dicho.familia, 'visto', null)
      cuenta = p.dicho.a
    } else go(p.momento, 'fuera', familia, 'baja', null)
  }
  // Its family has changed.
  if (cuenta !== 'fuera' && familia !== c.familia)
    go(Math.max(first, pasos.at(-1)?.momento ?? first), cuenta, c.familia, 'visto', null)
  return queridos
}

const keyOf = (m: Querido) => `${m.momento} ${m.clase} ${m.de} ${m.a} ${m.lugar} ${m.familia}`

/** Changes to the book: `sobran` are entries to reverse, `faltan` are movements to append. */
export function differenceOf<T extends Querido>(
  libro: readonly T[],
  queridos: readonly Querido[],
): { sobran: T[]; faltan: Querido[] } {
  const quiere = new Map<string, number>()
  for (const q of queridos) quiere.set(keyOf(q), (quiere.get(keyOf(q)) ?? 0) + 1)
  const sobran = libro.filter((m) => {
    const n = quiere.get(keyOf(m)) ?? 0
    if (n > 0) quiere.set(keyOf(m), n - 1)
    return n === 0
  })
  const faltan = queridos.filter((q) => {
    const n = quiere.get(keyOf(q)) ?? 0
    if (n > 0) quiere.set(keyOf(q), n - 1)
    return n > 0
  })
  return { sobran, faltan }
}
