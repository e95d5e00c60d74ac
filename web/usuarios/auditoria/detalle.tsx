import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import type { Anotacion } from '#contract/auditoria'
import { fechaHora } from '../../lib/formato'
import { tono } from '../../ui/tono'
import { ACCION, diferencias, nombreEntidad, type Traductor } from './textos'

type Props = { anotacion: Anotacion; traductor: Traductor; onCerrar: () => void }

/** Before and after, field by field. */
export function Detalle({ anotacion: a, traductor: t, onCerrar }: Props) {
  const conAntes = a.accion !== 'crear'
  const conDespues = a.accion !== 'eliminar'
  return (
    <Dialog open onClose={onCerrar} maxWidth="sm" fullWidth aria-labelledby="detalle-anotacion">
      <DialogTitle id="detalle-anotacion">
        {ACCION[a.accion]}: {nombreEntidad(a.entidad)} {a.nombre ?? a.entidad_id}
      </DialogTitle>
      <DialogContent>
        <Box sx={{ fontSize: 13, color: tono('muted'), mb: 3 }}>
          {a.username}, el {fechaHora(a.momento, t.zona)}
          {a.direccion && `, desde ${a.direccion}`}
          {a.empresa !== null && ` · ${t.nombreEmpresa(a.empresa)}`}
        </Box>
        <Table
          size="small"
          sx={{
            '& td, & th': { px: 1, py: 1, height: 'auto', overflowWrap: 'anywhere', verticalAlign: 'top' },
          }}
        >
          <TableHead>
            <TableRow>
              <TableCell>Dato</TableCell>
              {conAntes && <TableCell>Antes</TableCell>}
              {conDespues && <TableCell>Después</TableCell>}
            </TableRow>
          </TableHead>
          <TableBody>
            {diferencias(a, t).map((d) => (
              <TableRow key={d.campo}>
                <TableCell component="th" scope="row">
                  {d.campo}
                </TableCell>
                {conAntes && <TableCell>{d.antes}</TableCell>}
                {conDespues && <TableCell sx={{ fontWeight: 550 }}>{d.despues}</TableCell>}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onCerrar}>
          Cerrar
        </Button>
      </DialogActions>
    </Dialog>
  )
}
