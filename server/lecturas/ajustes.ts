import { z } from 'zod'

const n = (min: number, max: number, defecto: number) =>
  z.number().min(min).max(max).catch(defecto).default(defecto)

/**
 * The numbers of the rules, per company: `empresa.ajustes` overrides them. Those at the end, which only the state of a
 * device now depends on, are read by the view dispositivo_todo too.
 */
export const Ajustes = z.object({
  /** A gateway's clock is believed within these seconds of ours. */
  segundosReloj: n(0, 86_400, 600),
  /** Signal strengths are compared by their median over this window. */
  segundosMediana: n(1, 600, 10),
  /** Another reader takes over when it is this much better ... */
  dbMejor: n(0, 60, 6),
  /** ... for this long. */
  segundosMejor: n(0, 600, 10),
  /** A reader that has not heard the tag for this long has lost it. */
  segundosFuera: n(1, 3600, 60),
  /** Change of acceleration between two samples that counts as movement, in g. */
  gMovimiento: n(0.005, 4, 0.08),
  /** Without movement for this long: Parado. */
  segundosParado: n(1, 3600, 120),
  /** |a| from which on a sample is an impact, in g. */
  gImpacto: n(1.05, 32, 2.5),
  /** Impacts closer than this are one incident; the window around it for its extremes. */
  segundosRafaga: n(1, 600, 10),
  /** An impact shows as Estado for this long, also while the container moves on: somebody has to see it. */
  segundosImpacto: n(0, 86_400, 120),
  /** Roll and pitch only where ||a| - 1| is below this, in g. */
  gReposo: n(0.01, 1, 0.1),
  /** An event at least this often. */
  segundosLatido: n(10, 86_400, 300),
  /** Unheard for this long: in transit, lost; a reader: silent. */
  minutosViejo: n(1, 1e7, 300),
  minutosPerdido: n(1, 1e7, 4320),
  minutosLectorSinSenal: n(1, 1e7, 10),
  /** A battery below this wants a look, in percent. */
  bateriaBaja: n(0, 100, 10),
})
export type Ajustes = z.infer<typeof Ajustes>
