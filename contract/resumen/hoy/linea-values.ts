import type { Papel } from './papeles-values'

/** A kind of line of the screen Hoy. */
export type DefinicionLinea = {
  papeles: readonly Papel[]
  /** 3: broken or lost now; 2: waits for a person; 1: to be put in order. */
  gravedad: 1 | 2 | 3
  /** Text after the number. */
  uno: string
  varios: string
  /** Help text: what it means, and what the button is for. */
  ayuda: string
  /** Instead of it, where the line tells how many containers are behind it. */
  formatDetras?: (n: number) => string
  boton: string
  /** Label of the button for people who may only read. */
  botonMira?: string
  /** It counts what the user has taken: in the list of every role of the plant. */
  propia?: true
  /** Handling it needs an administrator. */
  administra?: true
  /** Handling it needs a person who may change things. */
  cambia?: true
  /** The list that was counted: route and query parameters of a screen. */
  ruta: string
  busqueda: Record<string, string>
  /** The list covers this many days: its address gives the first one. */
  dias?: number
  /** Query parameter that restricts the list to the named part. */
  parte?: string
  /** Label of the part, if it is not a name itself. */
  formatParte?: (parte: string) => string
  /** Counted each minute, because counting takes long; unset: counted on request. */
  guardada?: true
}
