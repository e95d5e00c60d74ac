import { conDosPuntos, hexOf, type MessageEncoder } from './observation'

const seconds = (ms: number | null) => (ms === null ? undefined : String(Math.floor(ms / 1000)))

/** Ruuvi Gateway by MQTT: one message per advert, the tag in the topic, times as strings. */
export const ruuvi: MessageEncoder = {
  wrap: (g, observations) =>
    observations.map((o) => ({
      topic: `ruuvi/${conDosPuntos(g.mac)}/${conDosPuntos(o.mac)}`,
      texto: JSON.stringify({
        gw_mac: conDosPuntos(g.mac),
        rssi: o.rssi,
        aoa: [],
        gwts: seconds(g.reloj),
        ts: seconds(o.tiempo),
        data: hexOf(o.anuncio),
        coords: '',
      }),
    })),
  heartbeat: (g) => [{ topic: `ruuvi/${conDosPuntos(g.mac)}/gw_status`, texto: '{"state":"online"}' }],
}
