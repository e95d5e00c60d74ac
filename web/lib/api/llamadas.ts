import type { Endpoint } from '#contract/endpoint'
import { RUTAS } from '#contract/rutas'

type Contrato = typeof import('#contract/parque/adhesivos/adhesivos') &
  typeof import('#contract/parque/ajustes/ajustes') &
  typeof import('#contract/personas/auditoria/auditoria') &
  typeof import('#contract/avisos/avisos/avisos') &
  typeof import('#contract/oir/lecturas/calibracion') &
  typeof import('#contract/parque/calendario/calendario') &
  typeof import('#contract/avisos/causas/causas') &
  typeof import('#contract/flujo/ciclos/ciclos') &
  typeof import('#contract/personas/claves-api/claves-api') &
  typeof import('#contract/oir/contenedores/contenedores') &
  typeof import('#contract/personas/correo/correo') &
  typeof import('#contract/flujo/ciclos/cuadro') &
  typeof import('#contract/parque/dispositivos/dispositivos') &
  typeof import('#contract/operacion/epcis/ajustes') &
  typeof import('#contract/operacion/epcis/epcis') &
  typeof import('#contract/oir/eventos/eventos') &
  typeof import('#contract/exportar') &
  typeof import('#contract/resumen/graficos/graficos') &
  typeof import('#contract/resumen/hoy/hoy') &
  typeof import('#contract/oir/incidencias/incidencias') &
  typeof import('#contract/parque/dispositivos/inventario') &
  typeof import('#contract/relics/juego') &
  typeof import('#contract/parque/lectores/lectores') &
  typeof import('#contract/oir/lecturas/lecturas') &
  typeof import('#contract/parque/logistica/logistica') &
  typeof import('#contract/personas/manuales/manuales') &
  typeof import('#contract/cuentas/custodia/albaranes') &
  typeof import('#contract/cuentas/custodia/custodia') &
  typeof import('#contract/cuentas/custodia/disputas') &
  typeof import('#contract/cuentas/custodia/terceros') &
  typeof import('#contract/cuentas/perdidas/perdidas') &
  typeof import('#contract/cuentas/perdidas/merma') &
  typeof import('#contract/cuentas/perdidas/precios') &
  typeof import('#contract/personas/usuarios/perfil') &
  typeof import('#contract/cuentas/pilas/pilas') &
  typeof import('#contract/cuentas/recuentos/recuentos') &
  typeof import('#contract/cuentas/recuentos/ajuste') &
  typeof import('#contract/cuentas/recuentos/fotos') &
  typeof import('#contract/cuentas/recuentos/libro') &
  typeof import('#contract/flujo/prevision/prevision') &
  typeof import('#contract/oir/contenedores/por-que') &
  typeof import('#contract/operacion/salud/salud') &
  typeof import('#contract/personas/acceso/sesion') &
  typeof import('#contract/oir/contenedores/transiciones') &
  typeof import('#contract/personas/sso/sso') &
  typeof import('#contract/parque/ubicaciones/ubicaciones') &
  typeof import('#contract/personas/usuarios/usuarios') &
  typeof import('#contract/resumen/vistas/vistas')

type Nombre = keyof typeof RUTAS & keyof Contrato

/** All calls of the API. At run time these are only addresses; for the type checker they also carry request and response types. */
export const api = RUTAS as unknown as {
  [N in Nombre]: Contrato[N] extends Endpoint<infer P, infer Q, infer B, infer R>
    ? Llamada<P, Q, B, R>
    : never
}

/** A call as the web knows it. */
export type Llamada<P, Q, B, R> = Pick<Endpoint, 'method' | 'path'> & { readonly tipos?: [P, Q, B, R] }
