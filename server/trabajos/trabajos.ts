import type { NombreTrabajo } from '#contract/valores/salud'

/** A kind of work that is done apart from whoever asks for it. */
export type Trabajo = {
  /**
   * When it is asked for by itself: once in so many seconds, so many after each of these spans begins (UTC). Of those of one length each
   * has a moment of its own, so that they need few connections; unset: only where something asks.
   */
  cada?: { s: number; en: number }
  /** A process that has not ended it after so many seconds is taken for dead, and another begins anew. */
  expiraS: number
  /** How many of them a process does at once; 1 where nothing is said. */
  aLaVez?: number
}

const MINUTO = 60
const HORA = 3600

/**
 * Every kind of work there is. Each must bear being done twice: a process that is killed at its end leaves it to be done again.
 * One of a kind (and of a key, where it is asked for with one) waits at most, and one is under way at most.
 */
export const TRABAJOS = {
  /** What is due of the notices that leave the application; retries, digests and quiet hours end at their minute. */
  envios: { cada: { s: MINUTO, en: 0 }, expiraS: 600, aLaVez: 2 },
  /** Views that are due leave by mail. */
  vistas: { cada: { s: MINUTO, en: 5 }, expiraS: 120 },
  /** What broke, what is over, and what changes with time alone. */
  vigilar: { cada: { s: MINUTO, en: 10 }, expiraS: 120 },
  /** People are told of what changed. Impacts ask for it at once. */
  avisar: { cada: { s: MINUTO, en: 15 }, expiraS: 120 },
  /** What Hoy says and takes long to count. */
  hoy: { cada: { s: MINUTO, en: 20 }, expiraS: 300 },
  /** Visits of stages, of the containers whose stays have changed. */
  visitas: { cada: { s: MINUTO, en: 25 }, expiraS: 900 },
  /** Exports that nobody asks about any more, counts of tries that stand no more, tags that nobody has heard for long. */
  limpieza: { cada: { s: 10 * MINUTO, en: 30 }, expiraS: 300 },
  /** What the stock of each stage will be. */
  prever: { cada: { s: HORA, en: 3 * MINUTO + 35 }, expiraS: 900 },
  /** What each plant learns by itself. */
  escuela: { cada: { s: HORA, en: 5 * MINUTO + 35 }, expiraS: 3600 },
  /** How large the database is today. */
  medida: { cada: { s: HORA, en: 12 * MINUTO + 35 }, expiraS: 300 },
  /** Old months of events, old reasons of places. */
  retencion: { cada: { s: HORA, en: 20 * MINUTO + 35 }, expiraS: 3600 },
  /** How long stays, legs and rounds take, and from when on a container is stuck. */
  ciclos: { cada: { s: HORA, en: 25 * MINUTO + 35 }, expiraS: 3600 },
  /** A copy of everything, once a day. */
  copia: { cada: { s: HORA, en: 35 * MINUTO + 35 }, expiraS: 4 * HORA },
  /** The partitions of this month and the next one. */
  particiones: { cada: { s: 6 * HORA, en: 7 * MINUTO + 35 }, expiraS: 300 },
} as const satisfies Record<NombreTrabajo, Trabajo>
