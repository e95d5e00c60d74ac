import { hexOf, type MessageEncoder } from './observation'

/** Epoch seconds with a fraction; a gateway without a clock leaves the field out. */
const priorityQueue = (ms: number | null) => (ms === null ? '' : `,${(ms / 1000).toFixed(3)}`)

/** Ingics iGS03: one line per advert, beginning with the tag; HBRP as heartbeat. */
export const ingics: MessageEncoder = {
  wrap: (g, observations) => [
    {
      topic: `retorna/ingics/${g.mac}`,
      texto: observations
        .map((o) => `$GPRP,${o.mac},${g.mac},${o.rssi},${hexOf(o.anuncio)}${priorityQueue(o.tiempo)}\r\n`)
        .join(''),
    },
  ],
  heartbeat: (g) => [
    {
      topic: `retorna/ingics/${g.mac}`,
      texto: `$HBRP,${g.mac},${g.mac},-127,00000000${priorityQueue(g.reloj)}\r\n`,
    },
  ],
}
