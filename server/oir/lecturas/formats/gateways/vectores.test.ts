import { describe, expect, it } from 'vitest'
import { decoderOf, FORMATOS } from './makers'
import { decodeRetorna, encodeRetorna } from './retorna/decode'
import { vectores } from './vectors/manifest'
import { assertPosible } from './vectors/posible'

describe('gateway vectors', () => {
  it('cover every format', () => {
    expect(new Set(vectores.map((v) => v.formato))).toEqual(new Set(FORMATOS))
  })

  it.each(vectores)('$fichero', ({ formato, texto, contexto, lecturas, rechazos, lectores }) => {
    const decodificado = decoderOf(formato)(texto, contexto)
    assertPosible(decodificado)
    expect(decodificado.rechazos.map((r) => r.motivo)).toEqual(rechazos)
    expect(decodificado.lecturas).toHaveLength(lecturas.length)
    lecturas.forEach((esperada, n) => {
      const { extra, ...resto } = esperada
      expect(decodificado.lecturas[n]).toMatchObject(resto)
      if (esperada.medidas) expectMedidas(decodificado.lecturas[n]?.medidas, esperada.medidas, formato)
      if (extra) expect(decodificado.lecturas[n]?.extra).toMatchObject(extra)
    })
    if (lectores) expect(decodificado.lectores).toEqual(lectores)
  })

  it.each(vectores)('$fichero, said again in our own format', ({ formato, texto, contexto }) => {
    const { lecturas } = decoderOf(formato)(texto, contexto)
    const otra = decodeRetorna(encodeRetorna(lecturas), {})
    expect(otra.rechazos).toEqual([])
    expect(otra.lecturas).toHaveLength(lecturas.length)
    for (const [i, { extra, ...l }] of lecturas.entries()) {
      expect(otra.lecturas[i]).toMatchObject(l)
      expect(Object.keys(otra.lecturas[i]?.medidas ?? {}).toSorted()).toEqual(
        Object.keys(l.medidas).toSorted(),
      )
      expect(otra.lecturas[i]?.extra).toMatchObject(extra)
    }
  })

  it.each(vectores)('$fichero, cut at every length', ({ formato, texto, contexto }) => {
    for (let n = 0; n <= texto.length; n++) {
      assertPosible(decoderOf(formato)(texto.slice(0, n), contexto))
      assertPosible(decoderOf(formato)(texto.slice(n), contexto))
    }
  })
})

/** Compare all fields; for raddec only the expected ones, as its sample names only some of a Ruuvi advert's measures. */
function expectMedidas(medidas: unknown, esperadas: object, formato: string): void {
  if (formato === 'raddec') expect(medidas).toMatchObject(esperadas)
  else expect(medidas).toEqual(esperadas)
}
