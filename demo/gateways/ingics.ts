import { type Envoltura, hexDe } from './oida'

/** Epoch seconds with a fraction; a gateway without a clock leaves the field out. */
const cola = (ms: number | null) => (ms === null ? '' : `,${(ms / 1000).toFixed(3)}`)

/** Ingics iGS03: a line per advert, the tag first; HBRP as heartbeat. */
export const ingics: Envoltura = {
  wrap: (g, oidas) => [
    {
      topic: `retorna/ingics/${g.mac}`,
      texto: oidas
        .map((o) => `$GPRP,${o.mac},${g.mac},${o.rssi},${hexDe(o.anuncio)}${cola(o.tiempo)}\r\n`)
        .join(''),
    },
  ],
  heartbeat: (g) => [
    { topic: `retorna/ingics/${g.mac}`, texto: `$HBRP,${g.mac},${g.mac},-127,00000000${cola(g.reloj)}\r\n` },
  ],
}
