import { expect, it } from 'vitest'
import { PAPELES } from '#contract/resumen/hoy/papeles-values'
import { formatDiferencia, formatExplicacion } from '#contract/resumen/hoy/semana-values'
import { formatAyuda, formatParte, LINEAS, MAX_LINEAS } from '#contract/resumen/hoy/values'
import { clavesOf, explain, findMayor, isDue, isHecha, sortLineas } from './rules'

const sinPartes = { lugar: {}, segunda: {} }

it('no role has more lines than fit, and each has some', () => {
  for (const papel of PAPELES) {
    const n = clavesOf(papel, 'admin').filter((c) => !LINEAS[c].propia).length
    expect(n, papel).toBeGreaterThan(0)
    expect(n, papel).toBeLessThanOrEqual(MAX_LINEAS)
  }
  expect(clavesOf('sistemas', 'operario').some((c) => LINEAS[c].administra)).toBe(false)
  expect(clavesOf('calidad', 'operario')).toContain('recuentos')
  expect(clavesOf('calidad', 'lectura')).not.toContain('recuentos')
})

it('the worst come first, and of those alike the most', () => {
  const lineas = [
    { clave: 'apagados', n: 90 },
    { clave: 'dudosos', n: 3 },
    { clave: 'quietos', n: 5 },
    { clave: 'averias', n: 1 },
  ] as const
  expect(sortLineas([...lineas]).map((l) => l.clave)).toEqual(['averias', 'quietos', 'dudosos', 'apagados'])
})

it('what was done stays away until it grows or a day has passed', () => {
  const momento = new Date('2026-11-22T10:00:00Z')
  const at = (horas: number) => new Date(momento.getTime() + horas * 3_600_000)
  expect(isHecha({ n: 5, momento }, 5, at(1))).toBe(true)
  expect(isHecha({ n: 5, momento }, 2, at(23))).toBe(true)
  expect(isHecha({ n: 5, momento }, 6, at(1))).toBe(false)
  expect(isHecha({ n: 5, momento }, 5, at(24))).toBe(false)
})

it('the greatest part is named, added up over companies; one of many is no reason', () => {
  expect(findMayor([])).toBeNull()
  expect(
    findMayor([
      { nombre: 'B', n: 3 },
      { nombre: 'A', n: 2 },
      { nombre: 'A', n: 2 },
    ]),
  ).toEqual({ nombre: 'A', n: 4 })
  expect(findMayor([{ nombre: 'A', n: 1 }])).toEqual({ nombre: 'A', n: 1 })
  expect(
    findMayor([
      { nombre: 'A', n: 1 },
      { nombre: 'B', n: 1 },
    ]),
  ).toBeNull()
})

it('a difference is explained by the part that went furthest the same way, by the place where parts are alike', () => {
  const partes = { lugar: { Muelle: [12, 2], Nave: [1, 4] }, segunda: { '20014': [12, 5] } } as never
  expect(explain(13, 6, partes)).toEqual({ de: 'lugar', nombre: 'Muelle', ahora: 12, antes: 2 })
  expect(explain(6, 13, { lugar: { Muelle: [2, 12] }, segunda: { '20014': [2, 12] } })).toMatchObject({
    de: 'lugar',
  })
  expect(explain(6, 6, partes)).toBeNull()
  // Nearly the same sum, with an increase at one place and a decrease at another.
  expect(explain(1001, 1000, { ...sinPartes, lugar: { Muelle: [700, 500], Nave: [301, 500] } })).toBeNull()
  // Spread over many places: no single reason.
  const lugar = Object.fromEntries(
    Array.from({ length: 10 }, (_, i) => [`L${i}`, [2, 1] as [number, number]]),
  )
  expect(explain(20, 10, { ...sinPartes, lugar })).toBeNull()
})

it('says what changed and why in words', () => {
  expect(formatDiferencia(14, 10)).toBe('4 más que la semana pasada (10)')
  expect(formatDiferencia(0, 1200)).toBe('1.200 menos que la semana pasada (1.200)')
  expect(formatDiferencia(3, 3)).toBe('Igual que la semana pasada')
  expect(formatDiferencia(3, null)).toBe('Sin datos de la semana pasada')
  const e = { de: 'lugar', nombre: 'Muelle', ahora: 12, antes: 9 } as const
  expect(formatExplicacion('impactos', e, 14, 10)).toBe('En «Muelle», 3 más: el 75 % de la diferencia')
  // More than the whole difference, because other places decreased.
  expect(formatExplicacion('impactos', { ...e, ahora: 15 }, 14, 10)).toBe('En «Muelle», 6 más')
  expect(formatExplicacion('averias', { ...e, de: 'segunda', nombre: 'LEC-1' }, 14, 10)).toMatch(
    /^El lector LEC-1, /,
  )
  expect(formatParte('golpes_nadie', { nombre: 'Muelle', n: 4 }, 9)).toBe('Muelle: 4 de 9')
  expect([0, 1, 1200, null].map((n) => formatAyuda('averias', n))).toEqual([
    'Ningún contenedor espera detrás.',
    'Mientras dura, no se sabe nada de 1 contenedor.',
    'Mientras dura, no se sabe nada de 1.200 contenedores.',
    LINEAS.averias.ayuda,
  ])
  expect(formatParte('averias', { nombre: 'mudo', n: 1 }, 1)).toBe('Lector sin señal')
})

it('what takes long is counted less often', () => {
  const now = new Date('2026-11-22T10:01:00Z')
  const hace = (s: number, ms: number) => ({ momento: new Date(now.getTime() - s * 1000), ms })
  expect(isDue(undefined, 50_000, now)).toBe(true)
  expect(isDue(hace(60, 500), 50_000, now)).toBe(true)
  expect(isDue(hace(40, 500), 50_000, now)).toBe(false)
  expect(isDue(hace(60, 4000), 50_000, now)).toBe(false)
  expect(isDue(hace(121, 4000), 50_000, now)).toBe(true)
})
