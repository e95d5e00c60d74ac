import { type Gateway, hexOf, type MessageEncoder, type Observation } from './observation'

/** KKM's own tags; some firmware sends their address in reverse byte order. */
const PROPIAS = /^(DD33|BC57)/

/** UTC, but without a time zone in the text. */
const hour = (ms: number | null) =>
  ms === null ? undefined : new Date(ms).toISOString().slice(0, 19).replace('T', ' ')

/** KKM KGateway: advData with raw rows, whose rssi is a string. */
export const kkm: MessageEncoder = {
  wrap: (g, observations) => [envio(g, { msg: 'advData', gmac: g.mac, obj: observations.map(row) })],
  heartbeat: (g) => [envio(g, { msg: 'alive', gmac: g.mac, ver: '3.1.0', time: hour(g.reloj) })],
}

function envio(g: Gateway, body: object) {
  return { topic: `kbeacon/publish/${g.mac}`, texto: JSON.stringify(body) }
}

function row(o: Observation) {
  const reves = (o.mac.match(/../g) ?? []).reverse().join('')
  return {
    type: 0,
    dmac: PROPIAS.test(o.mac) ? reves : o.mac,
    data1: hexOf(o.anuncio),
    rssi: String(o.rssi),
    time: hour(o.tiempo),
  }
}
