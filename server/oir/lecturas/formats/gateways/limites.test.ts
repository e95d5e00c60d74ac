import { describe, expect, it } from 'vitest'
import { decoderOf } from './makers'

const CONTEXT = { lectorTopic: 'AC233FC001EA', tagTopic: 'F41F0C28CBD6' }

describe('limits', () => {
  it('reads 5,000 rows and rejects the rest once', () => {
    const rows = Array.from({ length: 5001 }, () => ({ mac: 'AC233FA03208', rssi: -50 }))
    const { lecturas, rechazos } = decoderOf('retorna')(JSON.stringify(rows), {})
    expect(lecturas).toHaveLength(5000)
    expect(rechazos.map((r) => r.motivo)).toEqual(['demasiadas_filas'])
    const lineas = '$GPRP,7ABA6F20ACCF,806172C89C09,-2,\r\n'.repeat(5001)
    expect(decoderOf('ingics')(lineas, {}).rechazos.map((r) => r.motivo)).toEqual(['demasiadas_filas'])
  })

  it('counts a row with an unreadable advert as heard', () => {
    const row = { mac: 'AC233FA03208', rssi: -50, anuncio: 'FFF' }
    const { lecturas, rechazos } = decoderOf('retorna')(JSON.stringify(row), {})
    expect(lecturas).toMatchObject([{ mac: 'AC233FA03208', rssi: -50, medidas: {} }])
    expect(rechazos.map((r) => r.motivo)).toEqual(['anuncio_ilegible'])
  })

  it('does not take a Ruuvi gateway that went offline for alive', () => {
    expect(decoderOf('ruuvi')('{"state":"offline"}', CONTEXT)).toEqual({
      lecturas: [],
      rechazos: [],
      lectores: [],
    })
  })
})
