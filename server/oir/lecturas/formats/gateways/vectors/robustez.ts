import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decoderOf, FORMATOS, type Formato } from '../makers'
import { vectores } from './manifest'
import { mutateJson, mutateTexto, random } from './mutate'
import { assertPosible } from './posible'

const ENTRADAS = 100_000
const CONTEXT = { lectorTopic: 'AC233FC001EA', tagTopic: 'F41F0C28CBD6' }

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The same hostile inputs for each decoder. Two test files share the formats, to use two cores. */
export function checkRobustez(formatos: readonly Formato[]): void {
  describe.each(formatos)('%s never throws and tells nothing impossible', (formato) => {
    const decode = decoderOf(formato)
    const propios = vectores.filter((v) => v.formato === formato)
    const values = new Map(vectores.map((v) => [v, json(v.texto)]))

    it(`over ${ENTRADAS} mutated messages`, { timeout: 60_000 }, () => {
      const r = random(FORMATOS.indexOf(formato) + 1)
      for (let n = 0; n < ENTRADAS; n++) {
        // Every tenth message is of another vendor, as with a wrong URL in a gateway's settings.
        const list = n % 10 === 9 ? vectores : propios
        const vector = list[Math.floor(r() * list.length)]
        if (!vector) throw new Error('no vector')
        const valor = n % 4 === 0 ? values.get(vector) : undefined
        const text =
          valor === undefined ? mutateTexto(vector.texto, r) : (JSON.stringify(mutateJson(valor, r)) ?? '')
        assertPosible(decode(text, n % 3 === 0 ? {} : CONTEXT))
      }
    })

    it('over arbitrary JSON', () => {
      for (const text of fc.sample(fc.json({ maxDepth: 5 }), { numRuns: 3000, seed: 7 })) {
        assertPosible(decode(text, CONTEXT))
        assertPosible(decode(`{"data":${text},"obj":${text},"tags":${text},"type":"Bluetooth"}`, {}))
        assertPosible(decode(`{"msg_id":3070,"msg":"advData","obj":[${text}],"data":[${text}]}`, {}))
      }
    })

    it('over deep nesting, huge and hostile texts', () => {
      const hondo = 200_000
      const row = '{"mac":"AC233FA03208","dmac":"AC233FA03208","id":"AC233FA03208","addr":"AC233FA03208"}'
      const claves = Array.from({ length: 100 }, (_, n) => `"clave${n}":"${'ñ\\u0000'.repeat(5000)}"`).join(
        ',',
      )
      const hostiles = [
        '',
        '\ufeff[]',
        'null',
        '[null,1,"x",[[]]]',
        '['.repeat(hondo) + ']'.repeat(hondo),
        '{"a":'.repeat(hondo) + 1 + '}'.repeat(hondo),
        `{"data":{"gw_mac":"__proto__","tags":{"__proto__":{"rssi":1},"constructor":{"rssi":1}}}}`,
        `[{"mac":"AC233FA03208","__proto__":{"x":1},"constructor":"a","prototype":1,${claves}}]`,
        `[{"id":"AC233FA03208",${claves}},{"addr":"AC233FA03208",${claves}}]`,
        `{"msg_id":3070,"data":[{"mac":"AC233FA03208",${claves}}]}`,
        `{"msg":"advData","obj":[{"dmac":"AC233FA03208",${claves}}]}`,
        `$GPRP,${'A'.repeat(100_000)},,,,,\n$GPRP\n$\n,,,,`,
        `[${Array(100_000).fill(row).join(',')}]`,
        `{"type":"Bluetooth","msg":"advData","msg_id":3070,"data":[${Array(20_000).fill(row).join(',')}],"obj":[${Array(20_000).fill('7').join(',')}]}`,
      ]
      for (const text of hostiles) assertPosible(decode(text, CONTEXT))
      expect(({} as Record<string, unknown>).x).toBeUndefined()
    })
  })
}
