import { extraPosible, medidasPosibles } from '../fields'
import type { LecturaAnuncio } from '../lectura'
import type { AdvertFormat } from './advert'
import { fijo88, i8, toHex, u8, u16be, u32be } from './bytes'

const ESQUEMAS = ['http://www.', 'https://www.', 'http://', 'https://']
const DOMINIOS = ['.com', '.org', '.edu', '.net', '.info', '.biz', '.gov']

/**
 * Eddystone, service data from the UUID (0xFEAA little endian) on. UID and URL become extras; plain TLM gives battery
 * (mV, 0 is none), temperature (8.8 fixed, 0x8000 is none), advert count and tenths of a second since boot, all big
 * endian. Encrypted TLM and EID are recognised and nothing more. Source: google/eddystone protocol specification.
 */
export function decodeEddystone(d: Uint8Array): LecturaAnuncio | null {
  switch (d[2]) {
    case 0x00:
      if (d.length < 20) return null
      return soloExtra({
        eddystone: 'uid',
        eddystone_ns: toHex(d, 4, 14),
        eddystone_id: toHex(d, 14, 20),
        tx_power: i8(d, 3),
      })
    case 0x10:
      return d.length < 5 ? null : soloExtra({ eddystone: 'url', url: readUrl(d), tx_power: i8(d, 3) })
    case 0x20:
      return readTlm(d)
    case 0x30:
      return soloExtra({ eddystone: 'eid' })
    default:
      return null
  }
}

function soloExtra(extra: Record<string, unknown>): LecturaAnuncio {
  return { medidas: {}, extra: extraPosible(extra) }
}

function readTlm(d: Uint8Array): LecturaAnuncio | null {
  if (d[3] === 0x01) return soloExtra({ eddystone: 'etlm' })
  if (d[3] !== 0x00 || d.length < 16) return null
  return {
    medidas: medidasPosibles({
      bateriaMv: u16be(d, 4),
      temperatura: fijo88(d, 6),
      secuencia: u32be(d, 8),
    }),
    extra: extraPosible({ eddystone: 'tlm', encendido_s: u32be(d, 12) / 10 }),
  }
}

/** Byte 4 is the scheme; 0x00 to 0x0D expand to domains, the first seven with a slash. */
function readUrl(d: Uint8Array): string {
  let url = ESQUEMAS[u8(d, 4)] ?? ''
  for (const byte of d.subarray(5)) {
    if (byte < 7) url += `${DOMINIOS[byte]}/`
    else if (byte < 14) url += DOMINIOS[byte - 7]
    else if (byte > 0x20 && byte < 0x7f) url += String.fromCharCode(byte)
  }
  return url
}

export const eddystone: AdvertFormat = {
  name: 'Eddystone',
  services: [0xfeaa],
  reads: 'UID, URL, plain TLM; encrypted TLM and EID only named',
  decode: decodeEddystone,
}
