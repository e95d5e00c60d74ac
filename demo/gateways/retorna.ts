import { type Envoltura, hexDe } from './oida'

const iso = (ms: number | null) => (ms === null ? undefined : new Date(ms).toISOString())

/** Retorna's own JSON with the raw advert; it can tell a hit in so many words. */
export const retorna: Envoltura = {
  wrap: (g, oidas) => [
    {
      topic: `retorna/retorna/${g.mac}`,
      texto: JSON.stringify(
        oidas.map((o) => ({
          mac: o.mac,
          lector: g.mac,
          rssi: o.rssi,
          tiempo: iso(o.tiempo),
          anuncio: hexDe(o.anuncio),
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
