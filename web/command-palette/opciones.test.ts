import { expect, it } from 'vitest'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { ANTIGUOS, DE_CUENTA, PRINCIPALES, pestanasOf, SIN_ENTRADA } from '../barra/entradas'
import { type Accion, type Eleccion, gruposOf, idOf } from './opciones'

const accion: Accion = {
  tipo: 'accion',
  texto: 'Tema: oscuro',
  claves: 'color',
  Icono: () => null,
  work: () => {},
}
const hallado = (Apodo: string | null, Dispositivo: string) =>
  ({ Apodo, Dispositivo, empresa: 1, TipoDispositivo: 'SmartBle' }) as Dispositivo
const elegido = (mac: string, empresa: number): Eleccion => ({
  tipo: 'dispositivo',
  mac,
  apodo: null,
  empresa,
  lector: false,
})
const see = (mas: Partial<Parameters<typeof gruposOf>[0]>) =>
  gruposOf({
    texto: '',
    entradas: [...PRINCIPALES, ...DE_CUENTA, ...SIN_ENTRADA, ...ANTIGUOS, ...pestanasOf(true)],
    acciones: [accion],
    recientes: [],
    hallados: [],
    empresa: undefined,
    ...mas,
  }).map((g) => [g.titulo, g.opciones.map(idOf)])

it('without text: recent choices first, and none of them twice', () => {
  const recientes: Eleccion[] = [
    elegido('A1', 1),
    { tipo: 'pantalla', to: '/NewData' },
    { tipo: 'pantalla', to: '/fuera-de-alcance' },
    elegido('B2', 2),
  ]
  const [previas, pantallas] = see({ recientes })
  expect(previas).toEqual(['Recientes', ['A1', '/NewData', 'B2']])
  expect(pantallas?.[1]).not.toContain('/NewData')
  expect(see({ recientes, empresa: 2 })[0]).toEqual(['Recientes', ['/NewData', 'B2']])
  expect(see({})[0]?.[0]).toBe('Pantallas')
})

it('accents and case do not count, other words for a screen do', () => {
  expect(see({ texto: 'GRAFICOS' })).toEqual([['Pantallas', ['/graphics']]])
  expect(see({ texto: 'registrar' })).toEqual([['Pantallas', ['/PanelDisp']]])
  expect(see({ texto: 'oscuro tema' })).toEqual([['Acciones', ['Tema: oscuro']]])
})

it('an answer to what was typed before shows only what still fits', () => {
  const hallados = [hallado('20014-008', 'AC233F000001'), hallado(null, 'AC233F0000FF')]
  expect(see({ texto: '20014-008', hallados })).toEqual([['Contenedores y lectores', ['AC233F000001']]])
  expect(see({ texto: 'ac:23:3f:00:00:f', hallados })).toEqual([
    ['Contenedores y lectores', ['AC233F0000FF']],
  ])
  expect(see({ texto: 'nada de esto', hallados })).toEqual([])
})

it('a tab of the administration is found by its own name, and is a recent choice of its own', () => {
  expect(see({ texto: 'lectores' })[0]?.[1]).toContain('/admin/usuarios?pestana=lectores')
  expect(see({ texto: 'auditoria' })).toEqual([['Pantallas', ['/admin/usuarios?pestana=auditoria']]])
  expect(see({ texto: 'administracion' })[0]?.[1]).toHaveLength(14)
  expect(see({})[0]?.[1]).not.toContain('/admin/usuarios?pestana=lectores')
  expect(see({ recientes: [{ tipo: 'pantalla', to: '/admin/usuarios?pestana=salud' }] })[0]).toEqual([
    'Recientes',
    ['/admin/usuarios?pestana=salud'],
  ])
})
