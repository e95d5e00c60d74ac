import type { Extracto, FilaExtracto, Prueba, Saldo } from '#contract/cuentas/custodia/custodia'
import type { Tercero } from '#contract/cuentas/custodia/terceros'
import type { Answers } from '../../testing/answers'
import { openApp } from '../../testing/open-app'
import { emptyAnswers } from '../../testing/sample'
import { sessionAs } from '../../testing/sessions'

export const PARTNER = { id: 4, nombre: 'Prensas Abadiño' }

export const BALANCES: Saldo[] = [
  { empresa: 1, tercero: null, n: 500, familias: [{ familia: '20014', n: 500, centimos: null }] },
  { empresa: 1, tercero: PARTNER, n: 60, familias: [{ familia: '20014', n: 60, centimos: 600_000 }] },
  {
    empresa: 1,
    tercero: { id: 5, nombre: 'Montajes Urbina' },
    n: 7,
    familias: [
      { familia: '20014', n: 4, centimos: 40_000 },
      { familia: '30001', n: 3, centimos: null },
    ],
  },
]

export const lineOf = (id: number, changes: Partial<FilaExtracto> = {}): FilaExtracto => ({
  id,
  momento: '2026-11-20T10:00:00+01:00',
  anotado: '2026-11-20T10:05:00+01:00',
  clase: 'visto',
  cantidad: 1,
  familia: '20014',
  contenedor: `20014-${id}`,
  otro: 'propio',
  otro_nombre: null,
  documento: null,
  nota: null,
  lugar: 'Gestamp',
  certeza: 0.92,
  anula: null,
  sobre: null,
  anulada: false,
  dichos: [],
  ...changes,
})

export const saidOf = (
  clase: FilaExtracto['dichos'][number]['clase'],
  nota: string,
  changes: Partial<FilaExtracto['dichos'][number]> = {},
): FilaExtracto['dichos'][number] => ({
  clase,
  momento: `2026-11-21T10:00:0${nota.length % 10}+01:00`,
  nota,
  autor: 'Nora Norte',
  ajeno: true,
  prueba: null,
  ...changes,
})

export const statementOf = (data: FilaExtracto[], final = data.length): Extracto => ({
  data,
  total: data.length,
  tercero: PARTNER,
  desde: '2026-09-01',
  hasta: '2026-11-28',
  inicial: 0,
  entradas: final,
  salidas: 0,
  final,
})

export const proofOf = (changes: Partial<Prueba> = {}): Prueba => ({
  contenedor: '20014-1',
  visto: { momento: '2026-11-20T10:00:00+01:00', lugar: 'Gestamp', lector: 'LEC-7', certeza: 0.92 },
  persona: null,
  deshacer: null,
  documento: null,
  recuento: null,
  ultimo: null,
  ...changes,
})

export const partnerOf = (changes: Partial<Tercero> = {}): Tercero => ({
  ...PARTNER,
  empresa: 1,
  clase: 'cliente',
  lugares: [],
  salidas: [],
  personas: [],
  mensual: null,
  ...changes,
})

/** Somebody of the partner. */
export const OF_PARTNER: Answers = sessionAs({ rol: 'tercero', user: { username: 'proveedor' } })

export async function openCustody(address = '/custodia', answers: Answers = {}, width = 1440) {
  const named: Answers = {
    listSaldos: () => ({ data: BALANCES, por_anotar: 0 }),
    listExtracto: () => statementOf([lineOf(1)]),
    listEnCuenta: () => ({ data: [], total: 50, sin_nombre: 10 }),
    getPrueba: () => proofOf(),
    ...answers,
  }
  return openApp(address, { width, height: 844, answers: emptyAnswers(named) })
}
