import { hexOf, type MessageEncoder, type Observation } from './observation'

const EUI48 = 2
const ALEATORIO = 3
/** ADV_NONCONN_IND, with the bit for a random address. */
const TIPO = 0x02
const DIRECCION_ALEATORIA = 0x40

/** reelyActive raddec: a list of decodings with their link layer packets. */
export const raddec: MessageEncoder = {
  wrap: (g, observations) => [
    {
      topic: `retorna/raddec/${g.mac}`,
      texto: JSON.stringify(
        observations.map((o) => ({
          transmitterId: o.mac.toLowerCase(),
          transmitterIdType: o.rotatoria ? ALEATORIO : EUI48,
          rssiSignature: [
            { receiverId: g.mac.toLowerCase(), receiverIdType: EUI48, rssi: o.rssi, numberOfDecodings: 1 },
          ],
          packets: [hexOf(paquete(o))],
          timestamp: o.tiempo ?? undefined,
        })),
      ),
    },
  ],
  heartbeat: () => [],
}

/** Header, address little endian, AD structures. */
function paquete(o: Observation): Buffer {
  const address = Buffer.from(o.mac, 'hex').reverse()
  const tipo = o.rotatoria ? TIPO | DIRECCION_ALEATORIA : TIPO
  return Buffer.concat([Buffer.from([tipo, address.length + o.anuncio.length]), address, o.anuncio])
}
