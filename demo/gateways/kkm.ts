import { type Envoltura, type Gateway, hexDe, type Oida } from './oida'

/** KKM's own tags; some firmware sends their address backwards. */
const PROPIAS = /^(DD33|BC57)/

/** UTC, without saying so. */
const hora = (ms: number | null) =>
  ms === null ? undefined : new Date(ms).toISOString().slice(0, 19).replace('T', ' ')

/** KKM KGateway: advData with raw rows, whose rssi is a string. */
export const kkm: Envoltura = {
  wrap: (g, oidas) => [envio(g, { msg: 'advData', gmac: g.mac, obj: oidas.map(fila) })],
  heartbeat: (g) => [envio(g, { msg: 'alive', gmac: g.mac, ver: '3.1.0', time: hora(g.reloj) })],
}

function envio(g: Gateway, cuerpo: object) {
  return { topic: `kbeacon/publish/${g.mac}`, texto: JSON.stringify(cuerpo) }
}

function fila(o: Oida) {
  const reves = (o.mac.match(/../g) ?? []).reverse().join('')
  return {
    type: 0,
    dmac: PROPIAS.test(o.mac) ? reves : o.mac,
    data1: hexDe(o.anuncio),
    rssi: String(o.rssi),
    time: hora(o.tiempo),
  }
}
