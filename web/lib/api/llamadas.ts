import type { Endpoint } from '#contract/endpoint'
import { RUTAS } from '#contract/rutas'

type Contrato = typeof import('#contract/dispositivos/adhesivos') &
  typeof import('#contract/usuarios/ajustes') &
  typeof import('#contract/usuarios/auditoria') &
  typeof import('#contract/avisos/avisos') &
  typeof import('#contract/lecturas/calibracion') &
  typeof import('#contract/ciclos/calendario') &
  typeof import('#contract/eventos/causas') &
  typeof import('#contract/ciclos/ciclos') &
  typeof import('#contract/usuarios/claves-api') &
  typeof import('#contract/dispositivos/contenedores') &
  typeof import('#contract/avisos/correo') &
  typeof import('#contract/ciclos/cuadro') &
  typeof import('#contract/dispositivos/dispositivos') &
  typeof import('#contract/epcis/ajustes') &
  typeof import('#contract/epcis/epcis') &
  typeof import('#contract/eventos/eventos') &
  typeof import('#contract/exportar') &
  typeof import('#contract/eventos/graficos') &
  typeof import('#contract/eventos/hoy') &
  typeof import('#contract/eventos/incidencias') &
  typeof import('#contract/dispositivos/inventario') &
  typeof import('#contract/juego') &
  typeof import('#contract/dispositivos/lectores') &
  typeof import('#contract/lecturas/lecturas') &
  typeof import('#contract/dispositivos/logistica') &
  typeof import('#contract/manuales') &
  typeof import('#contract/dispositivos/albaranes') &
  typeof import('#contract/dispositivos/custodia') &
  typeof import('#contract/dispositivos/disputas') &
  typeof import('#contract/dispositivos/terceros') &
  typeof import('#contract/dispositivos/perdidas') &
  typeof import('#contract/dispositivos/merma') &
  typeof import('#contract/dispositivos/precios') &
  typeof import('#contract/usuarios/perfil') &
  typeof import('#contract/dispositivos/pilas') &
  typeof import('#contract/dispositivos/recuentos') &
  typeof import('#contract/dispositivos/recuento/ajuste') &
  typeof import('#contract/dispositivos/recuento/fotos') &
  typeof import('#contract/dispositivos/recuento/libro') &
  typeof import('#contract/ciclos/prevision') &
  typeof import('#contract/dispositivos/por-que') &
  typeof import('#contract/salud') &
  typeof import('#contract/usuarios/sesion') &
  typeof import('#contract/dispositivos/transiciones') &
  typeof import('#contract/usuarios/sso') &
  typeof import('#contract/dispositivos/ubicaciones') &
  typeof import('#contract/usuarios/usuarios') &
  typeof import('#contract/avisos/vistas')

type Nombre = keyof typeof RUTAS & keyof Contrato

/** All calls of the API. At run time these are only addresses; for the type checker they also carry request and response types. */
export const api = RUTAS as unknown as {
  [N in Nombre]: Contrato[N] extends Endpoint<infer P, infer Q, infer B, infer R>
    ? Llamada<P, Q, B, R>
    : never
}

/** A call as the web knows it. */
export type Llamada<P, Q, B, R> = Pick<Endpoint, 'method' | 'path'> & { readonly tipos?: [P, Q, B, R] }
