import { conDosPuntos, type Envoltura } from './oida'

const DATOS_SERVICIO = 0x16
const DATOS_FABRICANTE = 0xff

/** OpenMQTTGateway: one message per advert, taken apart into its structures; no time, the gateway in the topic only. */
export const theengs: Envoltura = {
  wrap: (g, oidas) =>
    oidas.map((o) => ({
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
    const datos = anuncio.subarray(i + 2, i + 1 + (anuncio[i] as number))
    if (anuncio[i + 1] === DATOS_FABRICANTE) salida.manufacturerdata = datos.toString('hex')
    if (anuncio[i + 1] !== DATOS_SERVICIO) continue
    salida.servicedatauuid = `0x${datos.readUInt16LE(0).toString(16)}`
    salida.servicedata = datos.subarray(2).toString('hex')
  }
  return salida
}
