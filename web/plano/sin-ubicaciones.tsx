import Button from '@mui/material/Button'
import type { Plano } from '#contract/dispositivos/ubicaciones'
import { call } from '../lib/api/api'
import { api } from '../lib/api/llamadas'
import { useAdministra } from '../lib/session/sesion'
import { useAviso } from '../ui/feedback/aviso'
import { EstadoVacio } from '../ui/feedback/estado-vacio'
import type { ChangePlano } from './use-cambiar-plano'

/** Empty state of a company without locations, with the way to add the first ones. */
export function SinUbicaciones({ plano, cambios }: { plano: Plano; cambios: ChangePlano }) {
  const administra = useAdministra()
  const aviso = useAviso()
  return (
    <EstadoVacio
      texto="Esta empresa no tiene ubicaciones"
      ayuda={
        administra
          ? 'Empieza con las once de siempre, de Gestamp a Montaje Bruto, y muévelas a su sitio.'
          : 'Un administrador tiene que crearlas.'
      }
      accion={
        administra && (
          <Button
            variant="contained"
            loading={cambios.ocupado}
            onClick={() =>
              cambios.change(
                () =>
                  call(api.createPorDefecto, {
                    body: { empresa: plano.empresa, version: plano.version },
                  }),
                () => aviso.exito('Ubicaciones creadas'),
              )
            }
          >
            Crear las 11 ubicaciones
          </Button>
        )
      }
    />
  )
}
