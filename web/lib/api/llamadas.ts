import type { Endpoint } from '#contract/endpoint'
import { RUTAS } from '#contract/rutas'

type Contrato = typeof import('#contract/adhesivos') &
  typeof import('#contract/ajustes') &
  typeof import('#contract/auditoria') &
  typeof import('#contract/avisos') &
  typeof import('#contract/calibracion') &
  typeof import('#contract/calendario') &
  typeof import('#contract/causas') &
  typeof import('#contract/ciclos') &
  typeof import('#contract/claves-api') &
  typeof import('#contract/contenedores') &
  typeof import('#contract/correo') &
  typeof import('#contract/cuadro') &
  typeof import('#contract/dispositivos') &
  typeof import('#contract/eventos') &
  typeof import('#contract/exportar') &
  typeof import('#contract/graficos') &
  typeof import('#contract/hoy') &
  typeof import('#contract/incidencias') &
  typeof import('#contract/inventario') &
  typeof import('#contract/juego') &
  typeof import('#contract/lectores') &
  typeof import('#contract/lecturas') &
  typeof import('#contract/logistica') &
  typeof import('#contract/manuales') &
  typeof import('#contract/perfil') &
  typeof import('#contract/prevision') &
  typeof import('#contract/por-que') &
  typeof import('#contract/salud') &
  typeof import('#contract/sesion') &
  typeof import('#contract/transiciones') &
  typeof import('#contract/sso') &
  typeof import('#contract/ubicaciones') &
  typeof import('#contract/usuarios') &
  typeof import('#contract/vistas')

type Nombre = keyof typeof RUTAS & keyof Contrato

/** All calls of the API: at run time only their addresses, for the type checker also what they take and answer. */
export const api = RUTAS as unknown as {
  [N in Nombre]: Contrato[N] extends Endpoint<infer P, infer Q, infer B, infer R>
    ? Llamada<P, Q, B, R>
    : never
}

/** A call as the web knows it. */
export type Llamada<P, Q, B, R> = Pick<Endpoint, 'method' | 'path'> & { readonly tipos?: [P, Q, B, R] }
