import { expect, test } from 'vitest'
import { exportVisibles } from '#contract/dispositivos/dispositivos'
import { exportInventario, exportPoc } from '#contract/dispositivos/inventario'
import { exportLogistica } from '#contract/dispositivos/logistica'
import { exportEstado } from '#contract/dispositivos/ubicaciones'
import { exportEventos, exportEventosExcel } from '#contract/eventos/eventos'
import { exportGrafico } from '#contract/eventos/graficos'
import { exportIncidencias } from '#contract/eventos/incidencias'
import { exportAuditoria } from '#contract/usuarios/auditoria'
import { tellFiltros } from './sobre'

const EXPORTACIONES = [
  exportAuditoria,
  exportEstado,
  exportEventos,
  exportEventosExcel,
  exportGrafico,
  exportIncidencias,
  exportInventario,
  exportLogistica,
  exportPoc,
  exportVisibles,
]

test('every filter of every file has words', () => {
  const claves = EXPORTACIONES.flatMap((e) => Object.keys(e.query?.shape ?? {}))
  expect(claves.length).toBeGreaterThan(60)
  for (const clave of claves) expect(() => tellFiltros({ [clave]: 'x' }), clave).not.toThrow()
  expect(() => tellFiltros({ inventado: 'x' })).toThrow('inventado')
})

test('filters are told as people write them', () => {
  const query = {
    ubicacion: 'Almacén Lleno',
    fecha_desde: '2026-11-01',
    certeza: 'dudosa',
    apodo: undefined,
    formato: 'pdf',
  }
  expect(tellFiltros({ ...query, orden: 'Apodo', sentido: 'desc' })).toEqual([
    ['Ubicación', 'Almacén Lleno'],
    ['Registrado desde', '01/11/2026'],
    ['Lugar', 'dudoso'],
    ['Orden', 'Apodo, descendente'],
  ])
  // What people write is reported as they wrote it.
  expect(tellFiltros({ search: 'constructor', apodo: 'final' })).toEqual([
    ['Búsqueda', 'constructor'],
    ['Apodo', 'final'],
  ])
})
