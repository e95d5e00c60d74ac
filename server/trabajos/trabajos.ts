import type { NombreTrabajo } from '#contract/valores/salud'

/** A kind of work that is done apart from whoever asks for it. */
export type Trabajo = {
  /** When it is asked for by itself: a cron line in the plant's time; unset: only where something asks. */
  cada?: string
  /** A process that has not ended it after so many seconds is taken for dead, and another begins anew. */
  expiraS: number
  /** Seconds between two looks for one; where a transaction asks, whoever waits is told at once. */
  miradaS: number
  /** How many of them a process does at once; 1 where nothing is said. */
  aLaVez?: number
}

/**
 * Every kind of work there is. Each must bear being done twice: a process that is killed at its end leaves it to be done again.
 * One of a kind (and of a key, where it is asked for with one) waits at most, and one is under way at most.
 */
export const TRABAJOS = {
  /** What broke, what is over, and what changes with time alone. */
  vigilar: { cada: '* * * * *', expiraS: 120, miradaS: 5 },
  /** The partitions of this month and the next one. */
  particiones: { cada: '7 */6 * * *', expiraS: 300, miradaS: 30 },
  /** Old months of events, old reasons of places. */
  retencion: { cada: '20 * * * *', expiraS: 3600, miradaS: 30 },
  /** Exports that nobody asks about any more, counts of tries that stand no more, tags that nobody has heard for long. */
  limpieza: { cada: '*/10 * * * *', expiraS: 300, miradaS: 30 },
  /** What each plant learns by itself. */
  escuela: { cada: '5 * * * *', expiraS: 3600, miradaS: 30 },
  /** A copy of everything, once a day. */
  copia: { cada: '35 * * * *', expiraS: 4 * 3600, miradaS: 30 },
  /** People are told of what changed. Impacts ask for it at once. */
  avisar: { cada: '* * * * *', expiraS: 120, miradaS: 5 },
  /** What is due of the notices that leave the application; retries, digests and quiet hours end at their minute. */
  envios: { cada: '* * * * *', expiraS: 600, miradaS: 5, aLaVez: 2 },
  /** Views that are due leave by mail. */
  vistas: { cada: '* * * * *', expiraS: 120, miradaS: 30 },
  /** What Hoy says and takes long to count. */
  hoy: { cada: '* * * * *', expiraS: 300, miradaS: 30 },
  /** Visits of stages, of the containers whose stays have changed. */
  visitas: { cada: '* * * * *', expiraS: 900, miradaS: 5 },
  /** What the stock of each stage will be. */
  prever: { cada: '3 * * * *', expiraS: 900, miradaS: 30 },
  /** How long stays, legs and rounds take, and from when on a container is stuck. */
  ciclos: { cada: '25 * * * *', expiraS: 3600, miradaS: 30 },
  /** How large the database is today. */
  medida: { cada: '12 * * * *', expiraS: 300, miradaS: 30 },
} as const satisfies Record<NombreTrabajo, Trabajo>
