import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId, useRef, useState } from 'react'
import { urlOf } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { useExportaciones } from '../../ui/exportar/exportaciones'
import { CampoDia } from '../../ui/fecha/campo-dia'
import { Confirm } from '../../ui/feedback/confirm'
import type { FiltrosEventos } from './queries'

const SIN_RANGO =
  'No has seleccionado un rango de fechas. ¿Deseas exportar TODOS los registros? Esto puede tardar bastante.'

/** A half-typed date (15/MM/AAAA) is neither valid nor blank, and the field reports it only on blur. */
const isMal = (campo: Element) =>
  campo.getAttribute('aria-invalid') === 'true' || /[A-Z]/.test(campo.querySelector('input')?.value ?? '')

type Props = { abierto: boolean; filtros: FiltrosEventos; onClose: () => void }

/** Exports all filtered events between two plant days as a workbook; without days it asks for confirmation. */
export function ExportTodos({ abierto, filtros, onClose }: Props) {
  const id = useId()
  const { startExport } = useExportaciones()
  const [desde, setDesde] = useState<string>()
  const [hasta, setHasta] = useState<string>()
  const campos = useRef<HTMLDivElement>(null)
  const [preguntando, setPreguntando] = useState(false)
  const reves = desde !== undefined && hasta !== undefined && hasta < desde
  const { empresa: _, ...propios } = filtros
  const puestos = Object.values(propios).filter(Boolean)

  const start = () => {
    startExport({
      url: urlOf(api.exportEventosExcel.path, undefined, { ...filtros, start_date: desde, end_date: hasta }),
      nombre: 'eventos_completo.xlsx',
      error: 'Error al descargar Excel',
    })
    setPreguntando(false)
    onClose()
  }

  const onExport = () => {
    const mal = [...(campos.current?.querySelectorAll('[role="group"]') ?? [])].find(isMal)
    if (mal) mal.querySelector<HTMLElement>('[role="spinbutton"]')?.focus()
    else if (desde || hasta) start()
    else setPreguntando(true)
  }

  return (
    <>
      <Dialog
        open={abierto && !preguntando}
        onClose={onClose}
        fullWidth
        slotProps={{ paper: { sx: { maxWidth: 500 } } }}
        aria-labelledby={`${id}-titulo`}
      >
        <DialogTitle id={`${id}-titulo`}>Exportar todos los eventos</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4 }}>
          <Typography variant="body2" color="textSecondary">
            Un Excel con todas las columnas de los eventos entre dos días, ambos incluidos
            {puestos.length > 0 ? `, con los filtros de la pantalla: ${puestos.join(' · ')}.` : '.'}
          </Typography>
          <Box ref={campos} sx={{ display: 'grid', gap: 3, gridTemplateColumns: { sm: '1fr 1fr' } }}>
            <CampoDia etiqueta="Desde" valor={desde} onChange={setDesde} />
            <CampoDia
              etiqueta="Hasta"
              valor={hasta}
              onChange={setHasta}
              error={reves ? 'La fecha de fin es anterior a la de inicio.' : undefined}
            />
          </Box>
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            Cancelar
          </Button>
          <Button variant="contained" onClick={onExport}>
            Exportar
          </Button>
        </DialogActions>
      </Dialog>
      <Confirm
        abierto={preguntando}
        titulo="Exportar todos los eventos"
        texto={SIN_RANGO}
        accion="Exportar todos"
        onConfirm={start}
        onCancel={() => setPreguntando(false)}
      />
    </>
  )
}
