import type { Answers } from './answers'
import { sessionAs } from './sessions'

/** What the frame of every screen asks, as an operator of company 1 sees it. */
export const BASE: Answers = {
  ...sessionAs(),
  listEmpresas: () => [{ id: 1, nombre: 'Vitoria', modo: 'completo', exigir_sso: false }],
  listPlazos: () => [{ empresa: 1, minutosViejo: 30, minutosPerdido: 600 }],
  countAvisos: () => ({ sin_leer: 0 }),
  getExportacion: () => ({ hechas: 0, total: null }),
  getInstalacion: () => ({
    tileStyleUrl: null,
    dashboardUrl: null,
    chatbotUrl: null,
    zonaHoraria: 'Europe/Madrid',
    demo: false,
    correo: true,
    sso: null,
  }),
}
