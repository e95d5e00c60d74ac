import { conDosPuntos, type MessageEncoder } from './observation'

const DATA_SERVICE = 0x16
const MANUFACTURER_DATA = 0xff

/** OpenMQTTGateway: one message per advert, split into its AD structures; no time, and the gateway only in the topic. */
export const theengs: MessageEncoder = {
  wrap: (g, observations) =>
    observations.map((o) => ({
      topic: `home/${g.mac}/BTtoMQTT/${o.mac}`,
      texto: JSON.stringify({
        id: conDosPuntos(o.mac),
        mac_type: o.rotatoria ? 1 : 0,
        rssi: o.rssi,
        ...partes(o.anuncio),
      }),
    })),
  heartbeat: () => [],
}

function partes(anuncio: Buffer): Record<string, string> {
  const salida: Record<string, string> = {}
  for (let i = 0; i + 1 < anuncio.length; i += 1 + (anuncio[i] as number)) {
    const data = anuncio.subarray(i + 2, i + 1 + (anuncio[i] as number))
    if (anuncio[i + 1] === MANUFACTURER_DATA) salida.manufacturerdata = data.toString('hex')
    if (anuncio[i + 1] !== DATA_SERVICE) continue
    salida.servicedatauuid = `0x${data.readUInt16LE(0).toString(16)}`
    salida.servicedata = data.subarray(2).toString('hex')
  }
  return salida
}
