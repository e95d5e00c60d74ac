import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FORMATOS, type Formato } from '#contract/valores/gateways'
import { decodificadores } from '../decodificadores'
import { vectores } from './manifest'
import { azar, mutateJson, mutateTexto } from './mutate'
import { assertPosible } from './posible'

const ENTRADAS = 100_000
const CONTEXTO = { lectorTopic: 'AC233FC001EA', tagTopic: 'F41F0C28CBD6' }

function json(texto: string): unknown {
  try {
    return JSON.parse(texto)
  } catch {
    return undefined
  }
}

/** The same hostile inputs for each decoder; two test files share the formats, to use two cores. */
export function checkRobustez(formatos: readonly Formato[]): void {
  describe.each(formatos)('%s never throws and tells nothing impossible', (formato) => {
    const decode = decodificadores[formato]
    const propios = vectores.filter((v) => v.formato === formato)
    const valores = new Map(vectores.map((v) => [v, json(v.texto)]))

    it(`over ${ENTRADAS} mutated messages`, { timeout: 60_000 }, () => {
      const r = azar(FORMATOS.indexOf(formato) + 1)
      for (let n = 0; n < ENTRADAS; n++) {
        // Every tenth message is another vendor's: a wrong URL in a gateway's settings.
        const lista = n % 10 === 9 ? vectores : propios
        const vector = lista[Math.floor(r() * lista.length)]
        if (!vector) throw new Error('no vector')
        const valor = n % 4 === 0 ? valores.get(vector) : undefined
        const texto =
          valor === undefined ? mutateTexto(vector.texto, r) : (JSON.stringify(mutateJson(valor, r)) ?? '')
        assertPosible(decode(texto, n % 3 === 0 ? {} : CONTEXTO))
      }
    })

    it('over arbitrary JSON', () => {
      for (const texto of fc.sample(fc.json({ maxDepth: 5 }), { numRuns: 3000, seed: 7 })) {
        assertPosible(decode(texto, CONTEXTO))
        assertPosible(decode(`{"data":${texto},"obj":${texto},"tags":${texto},"type":"Bluetooth"}`, {}))
        assertPosible(decode(`{"msg_id":3070,"msg":"advData","obj":[${texto}],"data":[${texto}]}`, {}))
      }
    })

    it('over deep nesting, huge and hostile texts', () => {
      const hondo = 200_000
      const fila = '{"mac":"AC233FA03208","dmac":"AC233FA03208","id":"AC233FA03208","addr":"AC233FA03208"}'
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
        `[${Array(100_000).fill(fila).join(',')}]`,
        `{"type":"Bluetooth","msg":"advData","msg_id":3070,"data":[${Array(20_000).fill(fila).join(',')}],"obj":[${Array(20_000).fill('7').join(',')}]}`,
      ]
      for (const texto of hostiles) assertPosible(decode(texto, CONTEXTO))
      expect(({} as Record<string, unknown>).x).toBeUndefined()
    })
  })
}
