import type { Metodo } from './endpoint'

/**
 * Every call of the API by its name: the only place where an address is written. It stands apart from the schemas, so
 * that the web brings along what it calls and not how the server checks it. Parameters of a path are in braces.
 */
const ruta = <M extends Metodo>(method: M, path: string) => ({ method, path }) as const

export const RUTAS = {
  // adhesivos
  printAdhesivos: ruta('POST', '/api/adhesivos'),
  // ajustes
  getInstalacion: ruta('GET', '/api/ajustes'),
  getAjustes: ruta('GET', '/api/empresas/{id}/ajustes'),
  setAjustes: ruta('PUT', '/api/empresas/{id}/ajustes'),
  listPlazos: ruta('GET', '/api/plazos'),
  // auditoria
  listAuditoria: ruta('GET', '/api/auditoria'),
  exportAuditoria: ruta('GET', '/api/export_auditoria'),
  // calibracion
  getCalibracion: ruta('GET', '/api/calibracion'),
  learnNow: ruta('POST', '/api/calibracion/aprender'),
  restoreVersion: ruta('POST', '/api/calibracion/versiones/{version}/volver'),
  getPaseo: ruta('GET', '/api/paseo'),
  startPaseo: ruta('POST', '/api/paseo'),
  startParada: ruta('POST', '/api/paseo/parada'),
  endParada: ruta('POST', '/api/paseo/parada/terminar'),
  endPaseo: ruta('POST', '/api/paseo/terminar'),
  createConfirmacion: ruta('POST', '/api/confirmaciones'),
  removeConfirmacion: ruta('DELETE', '/api/confirmaciones/{id}'),
  // contenedores
  getContenedor: ruta('GET', '/api/contenedores/{apodo}'),
  changeEtiqueta: ruta('POST', '/api/contenedores/{apodo}/etiqueta'),
  listTransiciones: ruta('GET', '/api/contenedores/{apodo}/transiciones'),
  // dispositivos
  listFamilies: ruta('GET', '/api/families'),
  countDispositivos: ruta('GET', '/api/contar_dispositivos'),
  countInciertos: ruta('GET', '/api/contar_inciertos'),
  devicesInBounds: ruta('GET', '/api/devices_in_bounds'),
  listCeldas: ruta('GET', '/api/mapa_celdas'),
  exportVisibles: ruta('GET', '/api/export_dispositivos_visibles'),
  deviceDetails: ruta('GET', '/api/device_details'),
  getDispositivo: ruta('GET', '/api/dispositivos/{mac}'),
  updateDeviceDetails: ruta('POST', '/api/update_device_details'),
  importDispositivos: ruta('POST', '/api/dispositivos/importar'),
  publicDevice: ruta('GET', '/api/public_device'),
  // eventos
  getTableData: ruta('GET', '/api/get_table_data'),
  exportEventos: ruta('GET', '/api/export_eventos'),
  exportEventosExcel: ruta('GET', '/api/export_eventos_excel'),
  // exportar
  getExportacion: ruta('GET', '/api/exportaciones/{id}'),
  // graficos
  getGrafico: ruta('GET', '/api/graficos/{grafico}'),
  exportGrafico: ruta('GET', '/api/export_grafico'),
  listOpcionesGrafico: ruta('GET', '/api/graficos'),
  // incidencias
  getResumenIncidencias: ruta('GET', '/api/get_resumen_incidencias'),
  listIncidencias: ruta('GET', '/api/get_incidencias'),
  exportIncidencias: ruta('GET', '/api/export_incidencias'),
  getIncidencia: ruta('GET', '/api/incidencias/{id}'),
  setImpacto: ruta('POST', '/api/set_impacto'),
  // inventario
  devicePocStatus: ruta('GET', '/api/device_poc_status'),
  exportPoc: ruta('GET', '/api/export_poc'),
  resumenPoc: ruta('GET', '/api/resumen_poc'),
  inventarioUbicaciones: ruta('GET', '/api/inventario_ubicaciones'),
  changeDeviceStatus: ruta('POST', '/api/change_device_status'),
  changeDeviceApodo: ruta('POST', '/api/change_device_apodo'),
  dispositivosLote: ruta('POST', '/api/dispositivos_lote'),
  deleteDevices: ruta('POST', '/api/delete_devices'),
  restoreDevices: ruta('POST', '/api/restore_devices'),
  listEliminados: ruta('GET', '/api/devices_eliminados'),
  listDevices: ruta('GET', '/api/devices'),
  exportInventario: ruta('GET', '/api/export_inventario'),
  // juego
  listPuntuaciones: ruta('GET', '/api/snake/highscores'),
  createPuntuacion: ruta('POST', '/api/snake/highscores'),
  // lectores
  listLectores: ruta('GET', '/api/lectores'),
  createCredencial: ruta('POST', '/api/lectores/{mac}/credencial'),
  removeCredencial: ruta('DELETE', '/api/lectores/{mac}/credencial'),
  // lecturas
  listVistos: ruta('GET', '/api/vistos_sin_registrar'),
  listCuarentena: ruta('GET', '/api/cuarentena'),
  replayCuarentena: ruta('POST', '/api/cuarentena/{id}/reprocesar'),
  // logistica
  getLogistica: ruta('GET', '/api/logistica'),
  exportLogistica: ruta('GET', '/api/export_logistica'),
  updateLt: ruta('PUT', '/api/logistica/lt/{codigo}'),
  deleteLt: ruta('DELETE', '/api/logistica/lt/{codigo}'),
  importLogistica: ruta('POST', '/api/logistica/importar'),
  // manuales
  listManuales: ruta('GET', '/api/manuales'),
  getManual: ruta('GET', '/api/manuales/file/{name}'),
  getArchivoManual: ruta('GET', '/api/manuales/archivo/{id}'),
  searchManuales: ruta('GET', '/api/manuales/buscar'),
  askAsistente: ruta('GET', '/api/asistente'),
  createManual: ruta('POST', '/api/manuales/documentos'),
  updateManual: ruta('PUT', '/api/manuales/documentos/{id}'),
  deleteManual: ruta('DELETE', '/api/manuales/documentos/{id}'),
  createCarpeta: ruta('POST', '/api/manuales/carpetas'),
  updateCarpeta: ruta('PUT', '/api/manuales/carpetas/{id}'),
  deleteCarpeta: ruta('DELETE', '/api/manuales/carpetas/{id}'),
  // perfil
  updateUser: ruta('POST', '/api/update_user'),
  changePassword: ruta('POST', '/api/change_password'),
  uploadProfileImage: ruta('POST', '/api/upload_profile_image'),
  getProfileImage: ruta('GET', '/api/profile_image'),
  getFoto: ruta('GET', '/api/fotos/{nombre}'),
  listSesiones: ruta('GET', '/api/sesiones'),
  removeSesion: ruta('DELETE', '/api/sesiones/{id}'),
  getSegundoFactor: ruta('GET', '/api/segundo_factor'),
  prepareSegundoFactor: ruta('POST', '/api/segundo_factor/preparar'),
  activateSegundoFactor: ruta('POST', '/api/segundo_factor/activar'),
  removeSegundoFactor: ruta('POST', '/api/segundo_factor/quitar'),
  // sesion
  login: ruta('POST', '/api/login'),
  validateToken: ruta('GET', '/api/validate_token'),
  logout: ruta('POST', '/api/logout'),
  isAdmin: ruta('GET', '/api/is_admin'),
  getUser: ruta('GET', '/api/get_user'),
  listEmpresas: ruta('GET', '/api/empresas'),
  // ubicaciones
  listUbicaciones: ruta('GET', '/api/ubicaciones'),
  createUbicacion: ruta('POST', '/api/ubicaciones'),
  createPorDefecto: ruta('POST', '/api/ubicaciones/por_defecto'),
  deleteUbicacion: ruta('DELETE', '/api/ubicaciones/{id}'),
  updateUbicaciones: ruta('PUT', '/api/ubicaciones'),
  getPlanoImagen: ruta('GET', '/api/plano_imagen'),
  savePlanoImagen: ruta('POST', '/api/plano_imagen'),
  deletePlanoImagen: ruta('DELETE', '/api/plano_imagen'),
  getEstado: ruta('GET', '/api/estado_ubicaciones'),
  exportEstado: ruta('GET', '/api/export_estado'),
  // usuarios
  listUsuarios: ruta('GET', '/api/usuarios'),
  createUsuario: ruta('POST', '/api/usuarios'),
  updateUsuario: ruta('PUT', '/api/usuarios/{id}'),
  removeUsuario: ruta('DELETE', '/api/usuarios/{id}'),
  issueRestablecimiento: ruta('POST', '/api/usuarios/{id}/restablecer'),
  resetClave: ruta('POST', '/api/restablecer_clave'),
  createEmpresa: ruta('POST', '/api/empresas'),
  updateEmpresa: ruta('PUT', '/api/empresas/{id}'),
  removeEmpresa: ruta('DELETE', '/api/empresas/{id}'),
  getSeguridad: ruta('GET', '/api/seguridad'),
  setSeguridad: ruta('PUT', '/api/seguridad'),
}
