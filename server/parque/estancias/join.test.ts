import { expect, test } from 'vitest'
import { joinEstancias, type UnjoinedStay } from './join'

const a = (n: number) => new Date(Date.UTC(2026, 0, 15, 10, n))
const stay = (
  ubicacion: string | null,
  lector: string,
  desde: number,
  hasta: number | null,
  silencio = false,
): UnjoinedStay => ({
  ubicacion,
  planta: null,
  etapa: null,
  lector,
  desde: a(desde),
  hasta: hasta === null ? null : a(hasta),
  silencio,
  lat: null,
  lon: null,
})

test('neighbours of one place are one stay, with its readers inside', () => {
  const joined = joinEstancias(
    [
      stay('Almacén', 'L2', 20, null),
      stay('Almacén', 'L1', 10, 20),
      stay('Almacén', 'L2', 5, 8),
      stay('Muelle', 'L9', 0, 5),
    ],
    20 * 60_000,
  )
  expect(joined).toMatchObject([
    { ubicacion: 'Almacén', lectores: ['L2', 'L1'], desde: a(5), hasta: null },
    { ubicacion: 'Muelle', lectores: ['L9'], desde: a(0), hasta: a(5) },
  ])
})

test('not over a silence or a long gap, nor where no place is known', () => {
  const unjoinedStays = [stay('A', 'L', 50, null), stay('A', 'L', 10, 20), stay('A', 'L', 0, 10, true)]
  expect(joinEstancias(unjoinedStays, 20 * 60_000)).toHaveLength(3)
  expect(joinEstancias([stay(null, 'L1', 10, null), stay(null, 'L2', 0, 10)], 20 * 60_000)).toHaveLength(2)
})
