import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { Anotacion } from '#contract/personas/auditoria/auditoria'
import { fechaHora } from '../../lib/formato'
import { Recuadro } from '../../ui/tabla/marco'
import { Tabla } from '../../ui/tabla/tabla'
import type { Columna } from '../../ui/tabla/tipos'
import { tono } from '../../ui/theme/tono'
import { ACCION, type Diferencia, diferencias, nombreEntidad, type Traductor } from './textos'

type Props = { anotacion: Anotacion; traductor: Traductor; onClose: () => void }

const DATO: Columna<Diferencia> = { id: 'dato', titulo: 'Dato', celda: (d) => d.campo, entera: true }
const ANTES: Columna<Diferencia> = { id: 'antes', titulo: 'Antes', celda: (d) => d.antes, entera: true }
const DESPUES: Columna<Diferencia> = {
  id: 'despues',
  titulo: 'Después',
  celda: (d) => <Box sx={{ fontWeight: 550 }}>{d.despues}</Box>,
  entera: true,
}
const COLUMNAS = { crear: [DATO, DESPUES], cambiar: [DATO, ANTES, DESPUES], eliminar: [DATO, ANTES] }

/** Before and after, field by field. */
export function Detalle({ anotacion: a, traductor: t, onClose }: Props) {
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="detalle-anotacion">
      <DialogTitle id="detalle-anotacion">
        {ACCION[a.accion]}: {nombreEntidad(a.entidad)} {a.nombre ?? a.entidad_id}
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column' }}>
        <Box sx={{ flex: 'none', fontSize: 13, color: tono('muted'), mb: 3 }}>
          {a.username}, el {fechaHora(a.momento, t.zona)}
          {a.direccion && `, desde ${a.direccion}`}
          {a.empresa !== null && ` · ${t.nombreEmpresa(a.empresa)}`}
        </Box>
        <Recuadro>
          <Tabla
            etiqueta="Lo que cambió"
            columnas={COLUMNAS[a.accion]}
            filas={diferencias(a, t)}
            idOf={(d) => d.campo}
            vacio={<Box sx={{ p: 4, fontSize: 13, color: tono('muted') }}>Ningún dato visible cambió.</Box>}
          />
        </Recuadro>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          Cerrar
        </Button>
      </DialogActions>
    </Dialog>
  )
}
