import { SinEnviar } from '../../dominio/sin-enviar'
import { cola } from './cola'

/** Exchanges in the outbox. */
export const CambiosPendientes = () => (
  <SinEnviar
    cola={cola}
    etiqueta="Cambios pendientes de enviar"
    tituloOf={(n) => (n === 1 ? '1 cambio sin enviar' : `${n} cambios sin enviar`)}
    nombreOf={(p) => ({ corto: p.contenedor })}
  />
)
