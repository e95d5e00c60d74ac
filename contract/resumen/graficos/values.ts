/** Charts of the dashboard by name, with their titles. */
export const TITULOS_GRAFICO = {
  impactos_dia: 'Impactos por día',
  impactos_hora: 'Impactos por hora del día',
  peores: 'Contenedores con más impactos',
  ocupacion: 'Contenedores por ubicación',
  estancias: 'Estancia por ubicación',
  ciclos: 'Ciclos',
  utilizacion: 'Utilización de la flota',
  vistos: 'No vistos y perdidos',
  baterias: 'Baterías',
  cambio_baterias: 'Etiquetas que cambiar',
  eventos_dia: 'Eventos por día',
  eventos_hora: 'Eventos por hora',
  lectores: 'Lectores',
} as const
export type NombreGrafico = keyof typeof TITULOS_GRAFICO
export const GRAFICOS = Object.keys(TITULOS_GRAFICO) as [NombreGrafico, ...NombreGrafico[]]
