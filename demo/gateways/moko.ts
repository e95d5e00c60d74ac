import { type Gateway, hexOf, type MessageEncoder } from './observation'

/** MOKO MKGW: 3070 with raw rows, 3004 as heartbeat. Until its clock is set, times are seconds since boot. */
export const moko: MessageEncoder = {
  wrap: (g, observations) => [
    envio(g, {
      msg_id: 3070,
      data: observations.map((o) => ({
        timestamp: o.tiempo ?? g.encendido,
        timezone: 0,
        type: 'other',
        type_code: 10,
        rssi: o.rssi,
        connectable: 0,
        mac: o.mac.toLowerCase(),
        raw_data: hexOf(o.anuncio),
      })),
    }),
  ],
  heartbeat: (g) => [envio(g, { msg_id: 3004, data: { timestamp: g.reloj ?? g.encendido, net_status: 1 } })],
}

function envio(g: Gateway, body: { msg_id: number; data: unknown }) {
  const { msg_id, data } = body
  const texto = JSON.stringify({ msg_id, device_info: { mac: g.mac.toLowerCase() }, data })
  return { topic: `retorna/moko/${g.mac.toLowerCase()}`, texto }
}
