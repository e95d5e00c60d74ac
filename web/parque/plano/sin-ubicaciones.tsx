import Box from '@mui/material/Box'
import { useState } from 'react'
import type { Plano } from '#contract/parque/ubicaciones/ubicaciones'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { useAdministra } from '../../lib/session/sesion'
import { Button } from '../../ui/button'
import { useAviso } from '../../ui/feedback/aviso'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { ImportUbicaciones } from './import-ubicaciones'
import type { ChangePlano } from './use-cambiar-plano'

type Props = {
  plano: Plano
  cambios: ChangePlano
  /** Opens the editor, where the first location is added and the picture of the plan chosen. */
  onEdit: () => void
}

/** Empty state of a company without locations, with the ways to add the first ones: its own one by one or from a file, or the default ones. */
export function SinUbicaciones({ plano, cambios, onEdit }: Props) {
  const administra = useAdministra()
  const aviso = useAviso()
  const [importando, setImportando] = useState(false)
  return (
    <>
      <EstadoVacio
        texto="Esta empresa no tiene ubicaciones"
        ayuda={
          administra
            ? 'Añade las tuyas una a una o de un archivo. O empieza con las once de siempre, de Gestamp a Montaje Bruto, y cámbialas.'
            : 'Un administrador tiene que crearlas.'
        }
        accion={
          administra && (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 2 }}>
              <Button variant="contained" onClick={onEdit}>
                Añadir las mías
              </Button>
              <Button variant="outlined" onClick={() => setImportando(true)}>
                Importar de un archivo
              </Button>
              <Button
                variant="outlined"
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
            </Box>
          )
        }
      />
      {importando && (
        <ImportUbicaciones
          empresa={plano.empresa}
          onClose={() => setImportando(false)}
          onImported={(n) => {
            setImportando(false)
            void cambios.reload()
            aviso.exito(`Ubicaciones importadas: ${n}`)
          }}
        />
      )}
    </>
  )
}
