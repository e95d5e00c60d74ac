import { expect, test } from 'vitest'
import { HOJAS, porHoja, sitioOf } from '#contract/parque/adhesivos/values'

test.each(Object.entries(HOJAS))(
  '%s: its labels lie within the paper, in the middle, and none over another',
  (_, h) => {
    const [x, y] = sitioOf(h, porHoja(h) - 1)
    const derecha = h.papel[0] - (x + h.etiqueta[0])
    const abajo = h.papel[1] - (y + h.etiqueta[1])
    expect(derecha).toBeCloseTo(h.desde[0], 5)
    expect(abajo).toBeCloseTo(h.desde[1], 5)
    expect(h.desde[0]).toBeGreaterThanOrEqual(0)
    expect(h.desde[1]).toBeGreaterThanOrEqual(0)
    expect(h.paso[0]).toBeGreaterThanOrEqual(h.etiqueta[0])
    expect(h.paso[1]).toBeGreaterThanOrEqual(h.etiqueta[1])
  },
)

test('the makers say the same', () => {
  expect(HOJAS.a4_14).toMatchObject({ desde: [4.65, 15.15], paso: [101.6, 38.1] })
  expect(HOJAS.a4_21).toMatchObject({ desde: [7.25, 15.15], paso: [66, 38.1] })
  expect(HOJAS.a4_8).toMatchObject({ desde: [4.65, 13.1], paso: [101.6, 67.7] })
  expect(HOJAS.a4_24).toMatchObject({ desde: [0, 0.5], paso: [70, 37] })
  expect(HOJAS.a4_65).toMatchObject({ desde: [4.75, 10.7], paso: [40.6, 21.2] })
})
