import * as avisos from './avisos/avisos/avisos'
import * as causas from './avisos/causas/causas'
import * as albaranes from './cuentas/custodia/albaranes'
import * as custodia from './cuentas/custodia/custodia'
import * as disputas from './cuentas/custodia/disputas'
import * as terceros from './cuentas/custodia/terceros'
import * as merma from './cuentas/perdidas/merma'
import * as perdidas from './cuentas/perdidas/perdidas'
import * as precios from './cuentas/perdidas/precios'
import * as pilas from './cuentas/pilas/pilas'
import * as ajuste from './cuentas/recuentos/ajuste'
import * as fotos from './cuentas/recuentos/fotos'
import * as libro from './cuentas/recuentos/libro'
import * as recuentos from './cuentas/recuentos/recuentos'
import type { Endpoint } from './endpoint'
import * as exportar from './exportar'
import * as ciclos from './flujo/ciclos/ciclos'
import * as cuadro from './flujo/ciclos/cuadro'
import * as prevision from './flujo/prevision/prevision'
import * as contenedores from './oir/contenedores/contenedores'
import * as porQue from './oir/contenedores/por-que'
import * as transiciones from './oir/contenedores/transiciones'
import * as eventos from './oir/eventos/eventos'
import * as incidencias from './oir/incidencias/incidencias'
import * as calibracion from './oir/lecturas/calibracion'
import * as lecturas from './oir/lecturas/lecturas'
import * as datos from './operacion/datos/datos'
import * as ajustes from './operacion/epcis/ajustes'
import * as epcis from './operacion/epcis/epcis'
import * as salud from './operacion/salud/salud'
import * as adhesivos from './parque/adhesivos/adhesivos'
import * as ajustesAjustes from './parque/ajustes/ajustes'
import * as calendario from './parque/calendario/calendario'
import * as dispositivos from './parque/dispositivos/dispositivos'
import * as inventario from './parque/dispositivos/inventario'
import * as lectores from './parque/lectores/lectores'
import * as logistica from './parque/logistica/logistica'
import * as ubicaciones from './parque/ubicaciones/ubicaciones'
import * as sesion from './personas/acceso/sesion'
import * as auditoria from './personas/auditoria/auditoria'
import * as clavesApi from './personas/claves-api/claves-api'
import * as correo from './personas/correo/correo'
import * as manuales from './personas/manuales/manuales'
import * as sso from './personas/sso/sso'
import * as perfil from './personas/usuarios/perfil'
import * as usuarios from './personas/usuarios/usuarios'
import * as juego from './relics/juego'
import * as graficos from './resumen/graficos/graficos'
import * as hoy from './resumen/hoy/hoy'
import * as vistas from './resumen/vistas/vistas'

/** What all files with calls export. */
const EXPORTS = {
  ...avisos,
  ...causas,
  ...albaranes,
  ...custodia,
  ...disputas,
  ...terceros,
  ...merma,
  ...perdidas,
  ...precios,
  ...pilas,
  ...ajuste,
  ...fotos,
  ...libro,
  ...recuentos,
  ...exportar,
  ...ciclos,
  ...cuadro,
  ...prevision,
  ...contenedores,
  ...porQue,
  ...transiciones,
  ...eventos,
  ...incidencias,
  ...calibracion,
  ...lecturas,
  ...datos,
  ...ajustes,
  ...epcis,
  ...salud,
  ...adhesivos,
  ...ajustesAjustes,
  ...calendario,
  ...dispositivos,
  ...inventario,
  ...lectores,
  ...logistica,
  ...ubicaciones,
  ...sesion,
  ...auditoria,
  ...clavesApi,
  ...correo,
  ...manuales,
  ...sso,
  ...perfil,
  ...usuarios,
  ...juego,
  ...graficos,
  ...hoy,
  ...vistas,
}

type Exports = typeof EXPORTS
/** The calls of the API by name. */
export type Calls = { [N in keyof Exports as Exports[N] extends Endpoint ? N : never]: Exports[N] }

const isCall = (x: unknown): x is Endpoint =>
  typeof x === 'object' && x !== null && 'method' in x && 'path' in x && 'response' in x

export const CALLS = Object.fromEntries(Object.entries(EXPORTS).filter(([, x]) => isCall(x))) as Calls

const NAMES = new Map<unknown, string>(Object.entries(CALLS).map(([name, e]) => [e, name]))

/** The name of a call; undefined: it is none of `CALLS`. */
export const nameOf = (e: Pick<Endpoint, 'method' | 'path'>): string | undefined => NAMES.get(e)
