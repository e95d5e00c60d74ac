import { type Gateway, hexOf, type MessageEncoder, type Observation } from './observation'

/** One advert in this many is sent without its bytes, as these gateways do when memory is short. */
const SIN_BYTES = 9

const iso = (ms: number | null) => (ms === null ? undefined : `${new Date(ms).toISOString().slice(0, 19)}Z`)

/** Minew G1, JSON-LONG: a Gateway row and raw rows. */
export const minew: MessageEncoder = {
  wrap: (g, observations) => [
    { topic: `/gw/${g.mac}/status`, texto: JSON.stringify([propia(g), ...observations.map(row)]) },
  ],
  heartbeat: (g) => [{ topic: `/gw/${g.mac}/status`, texto: JSON.stringify([propia(g)]) }],
}

function propia(g: Gateway) {
  return { timestamp: iso(g.reloj), type: 'Gateway', mac: g.mac, gatewayFree: 96, gatewayLoad: 0.08 }
}

function row(o: Observation) {
  const comun = { timestamp: iso(o.tiempo), type: 'Unknown', mac: o.mac, bleName: '', rssi: o.rssi }
  const callada = !o.golpe && (o.anuncio.at(-1) ?? 0) % SIN_BYTES === 4 && o.rssi % 2 !== 0
  return { ...comun, rawData: callada ? '' : hexOf(o.anuncio) }
}
