import { conDosPuntos, type Envoltura, hexDe } from './oida'

const segundos = (ms: number | null) => (ms === null ? undefined : String(Math.floor(ms / 1000)))

/** Ruuvi Gateway by MQTT: one message per advert, the tag in the topic, times as strings. */
export const ruuvi: Envoltura = {
  wrap: (g, oidas) =>
    oidas.map((o) => ({
      topic: `ruuvi/${conDosPuntos(g.mac)}/${conDosPuntos(o.mac)}`,
      texto: JSON.stringify({
        gw_mac: conDosPuntos(g.mac),
        rssi: o.rssi,
        aoa: [],
        gwts: segundos(g.reloj),
        ts: segundos(o.tiempo),
        data: hexDe(o.anuncio),
        coords: '',
      }),
    })),
  heartbeat: (g) => [{ topic: `ruuvi/${conDosPuntos(g.mac)}/gw_status`, texto: '{"state":"online"}' }],
}
