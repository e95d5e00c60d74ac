import type { Rol } from '#contract/usuarios/sesion'
import {
  type ClaveLinea,
  HORAS_HECHA,
  LINEAS,
  MAX_LINEAS,
  type Papel,
  type Parte,
} from '#contract/valores/eventos/hoy'
import { type DeParte, type Explicacion, PARTES_CIFRA } from '#contract/valores/eventos/semana'

/** What Hoy shows somebody who has chosen no role. */
export const papelInicial = (rol: Rol): Papel =>
  (({ lectura: 'planificacion', operario: 'linea', empresa: 'parque', admin: 'sistemas' }) as const)[rol]

/** Lines of a role, of which those about administration are for administrators alone. */
export const clavesOf = (papel: Papel, administra: boolean): ClaveLinea[] =>
  (Object.keys(LINEAS) as ClaveLinea[]).filter(
    (c) => LINEAS[c].papeles.includes(papel) && (administra || !LINEAS[c].administra),
  )

/** Worst first, and of those alike the most; no more than can be done today. */
export const sortLineas = <L extends { clave: ClaveLinea; n: number }>(lineas: L[]): L[] =>
  lineas
    .toSorted((a, b) => LINEAS[b.clave].gravedad - LINEAS[a.clave].gravedad || b.n - a.n)
    .slice(0, MAX_LINEAS)

/** Whether a line stays away that was done when there were `hecha.n`. */
export const isHecha = (hecha: { n: number; momento: Date }, n: number, now: Date): boolean =>
  n <= hecha.n && now.getTime() - hecha.momento.getTime() < HORAS_HECHA * 3_600_000

/** The part that most are of; null where nothing has a name, or no part has more than one of several. */
export function findMayor(partes: Parte[]): Parte | null {
  const suma = new Map<string, number>()
  for (const p of partes) suma.set(p.nombre, (suma.get(p.nombre) ?? 0) + p.n)
  const [mayor] = [...suma].sort(([a, n], [b, m]) => m - n || a.localeCompare(b, 'es'))
  return mayor && (mayor[1] > 1 || suma.size === 1) ? { nombre: mayor[0], n: mayor[1] } : null
}

/** Of places and of the second kind, by name: this week and the week before. */
export type Partes = Record<DeParte, Record<string, [now: number, before: number]>>

export function addPartes(all: Partes[]): Partes {
  const suma: Partes = { lugar: {}, segunda: {} }
  for (const partes of all)
    for (const de of PARTES_CIFRA)
      for (const [nombre, [now, before]] of Object.entries(partes[de])) {
        const previa = suma[de][nombre] ?? [0, 0]
        suma[de][nombre] = [previa[0] + now, previa[1] + before]
      }
  return suma
}

/** A part that accounts for less of a difference is no reason of it. */
const MINIMUM = 0.3
/** A smaller share of what there was before is no difference that asks for a reason. */
const PARECIDO = 0.05

/** The place, family or reader that went the same way as the sum, furthest; null where none accounts for enough of it. */
export function explain(now: number, before: number, partes: Partes): Explicacion | null {
  const difference = now - before
  if (difference === 0 || Math.abs(difference) < PARECIDO * before) return null
  const signo = Math.sign(difference)
  const candidatas = PARTES_CIFRA.flatMap((de) =>
    Object.entries(partes[de]).map(([nombre, [n, previous]]) => ({ de, nombre, ahora: n, antes: previous })),
  )
  const suya = (e: Explicacion) => signo * (e.ahora - e.antes)
  // Of those alike the place, which somebody can go to.
  const [mayor] = candidatas.sort(
    (a, b) => suya(b) - suya(a) || a.de.localeCompare(b.de) || a.nombre.localeCompare(b.nombre, 'es'),
  )
  return mayor && suya(mayor) >= MINIMUM * Math.abs(difference) ? mayor : null
}

/** Counting may take so much of the time of one processor. */
const PARTE_DEL_TIEMPO = 1 / 30

/** Whether it is time to count again what was counted last in `ms`, and each `cadaMs` at most. */
export function isDue(vuelta: { momento: Date; ms: number } | undefined, cadaMs: number, now: Date): boolean {
  if (!vuelta) return true
  return now.getTime() - vuelta.momento.getTime() >= Math.max(cadaMs, vuelta.ms / PARTE_DEL_TIEMPO)
}
