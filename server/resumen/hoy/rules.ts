import type { Rol } from '#contract/personas/acceso/sesion'
import type { Papel } from '#contract/resumen/hoy/papeles-values'
import { type DeParte, type Explicacion, PARTES_CIFRA } from '#contract/resumen/hoy/semana-values'
import { type ClaveLinea, HORAS_HECHA, LINEAS, MAX_LINEAS, type Parte } from '#contract/resumen/hoy/values'
import { administra } from '../../platform/auth/principal'

/** The role of a user who has chosen none. */
export const papelInicial = (rol: Rol): Papel =>
  (
    ({
      lectura: 'planificacion',
      operario: 'linea',
      empresa: 'parque',
      admin: 'sistemas',
      tercero: 'cliente',
    }) as const
  )[rol]

/** Lines of a role; lines about administration are only for administrators, some others only for users who may write. */
export const clavesOf = (papel: Papel, rol: Rol): ClaveLinea[] =>
  (Object.keys(LINEAS) as ClaveLinea[]).filter((c) => {
    const { papeles, administra: deQuienAdministra, cambia } = LINEAS[c]
    return (
      papeles.includes(papel) && (administra(rol) || !deQuienAdministra) && !(cambia && rol === 'lectura')
    )
  })

/** Most serious first, then the largest number; limited to what can be done in a day and what the user has taken. */
export const sortLineas = <L extends { clave: ClaveLinea; n: number }>(lineas: L[]): L[] =>
  lineas
    .toSorted((a, b) => LINEAS[b.clave].gravedad - LINEAS[a.clave].gravedad || b.n - a.n)
    .slice(0, MAX_LINEAS + lineas.filter((l) => LINEAS[l.clave].propia).length)

/** Whether a line that was marked as done at a count of `hecha.n` stays hidden. */
export const isHecha = (hecha: { n: number; momento: Date }, n: number, now: Date): boolean =>
  n <= hecha.n && now.getTime() - hecha.momento.getTime() < HORAS_HECHA * 3_600_000

/** The part with the largest number; null: no part has a name, or none of several has more than one. */
export function findMayor(partes: Parte[]): Parte | null {
  const suma = new Map<string, number>()
  for (const p of partes) suma.set(p.nombre, (suma.get(p.nombre) ?? 0) + p.n)
  const [mayor] = [...suma].sort(([a, n], [b, m]) => m - n || a.localeCompare(b, 'es'))
  return mayor && (mayor[1] > 1 || suma.size === 1) ? { nombre: mayor[0], n: mayor[1] } : null
}

/** Numbers by place and by the second kind of part, by name: this week and the week before. */
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

/** Smallest share of the difference that a part must account for to be its reason. */
const MINIMUM = 0.3
/** A change below this share of the earlier number needs no reason. */
const PARECIDO = 0.05

/** The place, family or reader that accounts for most of the change; null: none accounts for enough. */
export function explain(now: number, before: number, partes: Partes): Explicacion | null {
  const difference = now - before
  if (difference === 0 || Math.abs(difference) < PARECIDO * before) return null
  const signo = Math.sign(difference)
  const candidatas = PARTES_CIFRA.flatMap((de) =>
    Object.entries(partes[de]).map(([nombre, [n, previous]]) => ({ de, nombre, ahora: n, antes: previous })),
  )
  const suya = (e: Explicacion) => signo * (e.ahora - e.antes)
  // Of equal candidates the place, because a person can go there.
  const [mayor] = candidatas.sort(
    (a, b) => suya(b) - suya(a) || a.de.localeCompare(b.de) || a.nombre.localeCompare(b.nombre, 'es'),
  )
  return mayor && suya(mayor) >= MINIMUM * Math.abs(difference) ? mayor : null
}

/** Largest share of one processor's time for counting. */
const PARTE_DEL_TIEMPO = 1 / 30

/** Whether a count that last took `ms` is due again; at least `cadaMs` lie between two counts. */
export function isDue(vuelta: { momento: Date; ms: number } | undefined, cadaMs: number, now: Date): boolean {
  if (!vuelta) return true
  return now.getTime() - vuelta.momento.getTime() >= Math.max(cadaMs, vuelta.ms / PARTE_DEL_TIEMPO)
}
