import { randomUUID } from 'node:crypto'
import { CONJUNTOS } from '#contract/operacion/datos/values'
import { GRAFICOS } from '#contract/resumen/graficos/values'
import { CLAVES_CIFRA } from '#contract/resumen/hoy/semana-values'
import type { Seeds } from './canary'
import { AJUSTES } from './epcis'

/** An object of company 1 for each path parameter, by the address up to it. */
export const OBJECTS: Record<string, (s: Seeds) => string | number> = {
  '/api/empresas/{id}': () => 1,
  '/api/calibracion/versiones/{version}': () => 7,
  '/api/confirmaciones/{id}': (s) => s.confirmacion,
  '/api/causas/{id}': (s) => s.causa,
  '/api/contenedores/{apodo}': () => 'SECRETO-1',
  '/api/custodia/terceros/{id}': (s) => s.tercero,
  '/api/custodia/movimientos/{id}': (s) => s.movimiento,
  '/api/dispositivos/{mac}': (s) => s.mac,
  '/epcis/v2/events/{eventID}': (s) => s.eventID,
  '/epcis/v2/epcs/{epc}': (s) => s.epc,
  '/epcis/v2/bizLocations/{bizLocation}': (s) => s.bizLocation,
  '/epcis/v2/readPoints/{readPoint}': (s) => s.readPoint,
  '/api/incidencias/{id}': (s) => s.incidencia,
  '/api/cuarentena/{id}': (s) => s.cuarentena,
  '/api/logistica/lt/{codigo}': () => 'LT51',
  '/api/perdidas/contenedor/{mac}': (s) => s.callado,
  '/api/recuentos/{id}': (s) => s.recuento,
  '/api/recuentos/{id}/fotos/{escaneo}': (s) => s.escaneo,
  '/api/previsiones/{id}': (s) => s.serie,
  '/api/ubicaciones/{id}': (s) => s.ubicacion,
}
/** Path parameters that name no object of a company, but what is asked for. */
export const KINDS: Record<string, readonly string[]> = {
  '/api/datos/{conjunto}': CONJUNTOS,
  '/api/graficos/{grafico}': GRAFICOS,
  '/api/hoy/semana/{clave}': CLAVES_CIFRA,
  '/epcis/v2/eventTypes/{eventType}': ['AssociationEvent', 'ObjectEvent'],
  '/epcis/v2/bizSteps/{bizStep}': ['installing', 'arriving'],
  '/epcis/v2/dispositions/{disposition}': ['in_transit'],
}
/** Values of company 1 for the parameters of queries, none of which contains the canary. */
export const QUERIES: Record<string, (s: Seeds) => string | number> = {
  ciclo: (s) => s.ciclo,
  dispositivo: (s) => s.mac,
  etapa: (s) => s.etapa,
  grafico: () => GRAFICOS[0],
  ids: (s) => s.id,
  lector: () => 'C30000C1C100',
  lleva: (s) => s.persona,
  lugar: (s) => s.ubicacion,
  mac: (s) => s.mac,
  MATCH_anyEPC: (s) => s.epc,
  EQ_eventID: (s) => s.eventID,
  EQ_readPoint: (s) => s.readPoint,
  EQ_bizLocation: (s) => s.bizLocation,
  reader: () => 'C30000C1C100',
  search: () => 'CAFE51CA000',
  buscar: () => 'CAFE51CA000',
  name: () => 'CAFE51CA000',
  tercero: (s) => s.tercero,
  ubicacion: (s) => s.ubicacion,
}

const SEMANA = Array.from({ length: 7 }, () => [])
const NOTA = { nota: 'x' }
const ALTA = { tipo_dispositivo: 'SmartBle', apodo: '20014-99', estado: 'Activado' }
/** Bodies that are right for what the address names. */
export const BODIES: Record<string, (s: Seeds) => object> = {
  'PUT /api/empresas/{id}/ajustes': (s) => s.ajustes,
  'POST /api/empresas/{id}/ajustes/ensayo': (s) => s.ajustes,
  'PUT /api/empresas/{id}/calendarios': () => ({ planta: '', semana: SEMANA, festivos: [] }),
  'PUT /api/empresas/{id}/ciclos': () => ({ version: 'x', data: [] }),
  'PUT /api/empresas/{id}/epcis': () => AJUSTES,
  'POST /api/empresas/{id}/epcis/ensayo': () => ({ ajustes: AJUSTES }),
  'POST /api/contenedores/{apodo}/etiqueta': () => ({ mac_serie: 'AABBCC00FFFF' }),
  'POST /api/custodia/movimientos/{id}/disputa': () => NOTA,
  'POST /api/custodia/movimientos/{id}/respuesta': () => NOTA,
  'POST /api/custodia/movimientos/{id}/acuerdo': () => ({ ...NOTA, descuenta: 1 }),
  'PUT /api/custodia/terceros/{id}': () => ({ nombre: 'x', clase: 'cliente', lugares: [] }),
  'PUT /api/logistica/lt/{codigo}': () => ({ descripcion: 'x', total: 1 }),
  'POST /api/recuentos/{id}/escaneos': (s) => ({
    aparato: s.escaneo,
    escaneos: [{ id: randomUUID(), codigo: 'x', hace_ms: 0, modo: 'camara' }],
  }),
  'PUT /api/causas/{id}/persona': () => ({ mia: true }),
  // What names things of company 1 in its body alone.
  'PUT /api/ciclo/metas': (s) => ({ version: 'x', ciclo: s.ciclo, familia: '', etapas: [], euros_dia: null }),
  'POST /api/ciclo/atascos': (s) => ({ contenedores: [s.mac], ...NOTA }),
  'POST /api/adhesivos': (s) => ({ hoja: 'a4_24', macs: [s.mac, 'CAFE51CA0003'] }),
  'POST /api/custodia/albaranes/importar': () => ({ empresa: 1 }),
  'POST /api/custodia/movimientos': (s) => ({
    tercero: s.tercero,
    clase: 'enviado',
    familia: 'x',
    cantidad: 1,
  }),
  'POST /api/custodia/terceros': (s) => ({
    empresa: 1,
    nombre: 'x',
    clase: 'cliente',
    lugares: [s.ubicacion],
  }),
  'POST /api/update_device_details': (s) => ({ ...ALTA, mac_serie: s.mac }),
  'POST /api/dispositivos/importar': () => ({ empresa: 1 }),
  'POST /api/change_device_status': (s) => ({ mac_serie: s.mac, nuevo_estado: 'Desactivado' }),
  'POST /api/change_device_apodo': (s) => ({ mac_serie: s.mac, apodo: '20014-99' }),
  'POST /api/dispositivos_lote': (s) => ({ macs: [s.mac], estado: 'Desactivado' }),
  'POST /api/delete_devices': (s) => ({ ids: [s.id] }),
  'POST /api/restore_devices': (s) => ({ ids: [s.id] }),
  'POST /api/logistica/importar': () => ({ empresa: 1 }),
  'POST /api/perdidas/asientos': (s) => ({ contenedores: [s.callado], clase: 'baja' }),
  'POST /api/perdidas/anular': (s) => ({ asientos: [s.asiento] }),
  'PUT /api/perdidas/busca': (s) => ({ empresa: 1, persona: s.persona }),
  'POST /api/perdidas/precios': () => ({ empresa: 1, familia: '', desde: '2026-01-01', centimos: 1 }),
  'POST /api/perdidas/precios/importar': () => ({ empresa: 1 }),
  'POST /api/pilas/cambios': (s) => ({ cambios: [{ clave: randomUUID(), contenedor: s.mac }] }),
  'POST /api/pilas/anular': (s) => ({ cambios: [s.pila] }),
  'POST /api/pilas/respuestas': (s) => ({ contenedor: s.mac, clave: randomUUID(), dia: null }),
  'PUT /api/recuentos/ajuste': () => ({ empresa: 1, firma: true }),
  'POST /api/recuentos': (s) => ({ ubicacion: s.ubicacion }),
  'POST /api/ubicaciones': () => ({
    empresa: 1,
    version: 'x',
    nombre: 'x',
    grupo: 'proveedor',
    nodo_x: null,
    nodo_y: null,
  }),
  'POST /api/ubicaciones/importar': () => ({ empresa: 1 }),
  'POST /api/ubicaciones/por_defecto': () => ({ empresa: 1, version: 'x' }),
  'PUT /api/ubicaciones': (s) => ({
    empresa: 1,
    version: 'x',
    cambios: [{ id: s.ubicacion, nombre: 'x' }],
  }),
  'POST /api/plano_imagen': () => ({ empresa: 1, version: 'x' }),
  'DELETE /api/plano_imagen': () => ({ empresa: 1, version: 'x' }),
  'POST /api/set_impacto': (s) => ({
    dispositivo: s.mac,
    time: s.momento,
    revisado: true,
    hubo_golpe_real: true,
    hubo_danio: true,
  }),
  'POST /api/incidencias/cerrar': (s) => ({ ids: [s.incidencia] }),
  'POST /api/incidencias/asignar': (s) => ({ ids: [s.incidencia], usuario: null }),
  'POST /api/calibracion/aprender': () => ({ empresa: 1 }),
  'POST /api/confirmaciones': (s) => ({ mac_serie: s.mac, ubicacion: s.ubicacion, seguro: true }),
}
