import { describe, expect, it } from 'vitest'
import { mutateBytes, random } from '../gateways/vectors/mutate'
import { assertExtraPosible, assertMedidasPosibles } from '../gateways/vectors/posible'
import type { LecturaAnuncio } from '../lectura'
import { decodeAnuncio } from './anuncio'
import { decode, vectores } from './vectores'

const ENTRADAS = 100_000

function assertPosible(parsed: LecturaAnuncio | null): void {
  if (!parsed) return
  assertMedidasPosibles(parsed.medidas)
  assertExtraPosible(parsed.extra)
  if (parsed.mac !== undefined && !/^[0-9A-F]{12}$/.test(parsed.mac)) expect.fail(parsed.mac)
}

describe('advert vectors', () => {
  it.each(vectores)('$formato $hex', ({ tipo, hex, medidas, extra, mac }) => {
    const parsed = decode(tipo, Buffer.from(hex, 'hex'))
    expect(parsed?.medidas).toEqual(medidas)
    if (extra) expect(parsed?.extra).toEqual(extra)
    expect(parsed?.mac).toBe(mac)
  })

  it.each(vectores)('$formato $hex inside of a padded advert', ({ tipo, hex, medidas }) => {
    if (tipo === 'anuncio') return
    const largo = (hex.length / 2 + 1).toString(16).padStart(2, '0')
    const anuncio = `020106${largo}${tipo === 'fabricante' ? 'FF' : '16'}${hex}`
    for (const cola of ['', '0000', '1F', '09FFAA']) {
      expect(decodeAnuncio(anuncio + cola)?.medidas).toEqual(medidas)
    }
  })

  it('cut at every byte and every hex digit', () => {
    for (const { tipo, hex } of vectores) {
      const bytes = Buffer.from(hex, 'hex')
      for (let n = 0; n <= bytes.length; n++) assertPosible(decode(tipo, bytes.subarray(0, n)))
      for (let n = 0; n <= hex.length; n++) assertPosible(decodeAnuncio(hex.slice(0, n)))
    }
  })
})

describe('the advert walk', () => {
  it('takes bare manufacturer data of a known company', () => {
    expect(decodeAnuncio('9A0801B708B4120CCB0BFFC767')?.medidas.temperatura).toBe(22.28)
  })

  it.each([null, 5, {}, '', '0', 'zz', 'ff', '1F', 'FFFFFFFF', '00'.repeat(40), 'a'.repeat(5000)])(
    'reads nothing in %.20s',
    (crudo) => expect(decodeAnuncio(crudo)).toBeNull(),
  )

  it('keeps an advert that no format knows', () => {
    expect(decodeAnuncio('020106')?.extra).toEqual({ anuncio: '020106' })
  })
})

describe.each([...new Set(vectores.map((v) => v.formato))])('%s', (formato) => {
  const propios = vectores.filter((v) => v.formato === formato)

  it(`tells nothing impossible over ${ENTRADAS} mutated frames`, { timeout: 60_000, tags: ['slow'] }, () => {
    const r = random(formato.length * 1000 + formato.charCodeAt(0))
    for (let n = 0; n < ENTRADAS; n++) {
      const vector = propios[n % propios.length]
      if (!vector) throw new Error('no vector')
      const bytes = mutateBytes(Buffer.from(vector.hex, 'hex'), r)
      // The id must stay intact, or the decoder is never reached.
      if (vector.tipo !== 'anuncio' && bytes.length > 1) bytes.set(Buffer.from(vector.hex.slice(0, 4), 'hex'))
      assertPosible(decode(vector.tipo, bytes))
    }
  })
})
