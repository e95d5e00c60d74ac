import { SinEnviar } from '../../dominio/sin-enviar'
import { cola, type Pendiente } from './cola'

/** Registrations in the outbox. */
export const RegistrosPendientes = ({ onCorrect }: { onCorrect: (p: Pendiente) => void }) => (
  <SinEnviar
    cola={cola}
    etiqueta="Registros pendientes de enviar"
    tituloOf={(n) => (n === 1 ? '1 registro pendiente de enviar' : `${n} registros pendientes de enviar`)}
    nombreOf={({ registro }) => ({
      corto: registro.apodo ?? registro.mac_serie,
      entero: `${registro.apodo} · ${registro.mac_serie}`,
    })}
    onCorrect={onCorrect}
  />
)
