import { expect, test } from 'vitest'
import { cellOf, estimateChances } from '../../server/cuentas/perdidas/chances/chance'
import { type ClasePlan, PLAN, pastSilences } from './silencios'

test.each(Object.entries(PLAN))(
  'what is learned of the silences of %s is what was planned',
  (clase, { vuelven, dias }) => {
    for (const semilla of [1, 2, 3]) {
      const chances = estimateChances(pastSilences(clase as ClasePlan, semilla))
      for (const hours of [6, 12, 24, 48]) {
        const c = chances.find((x) => x.celda === cellOf(hours * 60))
        if (!c) continue
        const still = vuelven * Math.exp(-(hours - 5) / 24 / dias)
        const truth = still / (still + 1 - vuelven)
        expect(Math.abs(c.vuelve - truth)).toBeLessThan(0.12)
        expect([c.bajo - 0.05 < truth, truth < c.alto + 0.05]).toEqual([true, true])
      }
      expect(chances.length).toBeGreaterThan(10)
    }
  },
)
