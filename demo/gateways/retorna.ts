import { hexOf, type MessageEncoder } from './observation'

const iso = (ms: number | null) => (ms === null ? undefined : new Date(ms).toISOString())

/** Retorna's own JSON with the raw advert; it has a field for an impact. */
export const retorna: MessageEncoder = {
  wrap: (g, observations) => [
    {
      topic: `retorna/retorna/${g.mac}`,
      texto: JSON.stringify(
        observations.map((o) => ({
          mac: o.mac,
          lector: g.mac,
          rssi: o.rssi,
          tiempo: iso(o.tiempo),
          anuncio: hexOf(o.anuncio),
          ...(o.golpe && { golpe: true }),
          ...(o.rotatoria && { mac_aleatoria: true }),
        })),
      ),
    },
  ],
  heartbeat: (g) => [
    { topic: `retorna/retorna/${g.mac}`, texto: JSON.stringify({ lector: g.mac, tiempo: iso(g.reloj) }) },
  ],
}
