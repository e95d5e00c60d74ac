import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type FormEvent, useId, useState } from 'react'
import {
  HOJAS,
  MAX_ADHESIVOS,
  MAX_COPIAS,
  NOMBRES_HOJA,
  type NombreHoja,
  porHoja,
} from '#contract/parque/adhesivos/values'
import { parseNumero } from '#contract/values/numero'
import { entero, unaOf } from '../../lib/api/direccion'
import { api } from '../../lib/api/llamadas'
import { recuerdo } from '../../lib/recuerdo'
import { CampoNumero } from '../../ui/campo-numero'
import { useExportaciones } from '../../ui/exportar/exportaciones'
import { tono } from '../../ui/theme/tono'
import { VistaHoja } from './hoja'

const CLAVE = 'retorna.etiquetas'
type Eleccion = { hoja: NombreHoja; copias: string }

/** The last choice in this browser. */
function read(): Eleccion {
  let guardado: Partial<Record<keyof Eleccion, unknown>> = {}
  try {
    guardado = JSON.parse(recuerdo.get(CLAVE) ?? '{}') ?? {}
  } catch {
    // A stored value that is not ours counts as no choice.
  }
  return {
    hoja: unaOf(NOMBRES_HOJA, guardado.hoja) ?? 'a4_24',
    copias: String(entero(guardado.copias, 1, MAX_COPIAS) ?? 1),
  }
}

/** A typed whole number from 1 to `max`; undefined: it is none. */
const between = (typed: string, max: number) => entero(parseNumero(typed, 0), 1, max)

const cuantas = (n: number, una: string, varias: string) =>
  `${n.toLocaleString('es')} ${n === 1 ? una : varias}`

type Props = {
  /** The selected rows; none: all that pass the filters. */
  macs: ReadonlySet<string>
  /** Filters and order of the screen, as query parameters of the API. */
  lista: object
  /** Number of devices that pass the filters. */
  total: number
  onClose: () => void
}

/** Choose the sheet for QR labels, preview the first one, and download the PDF. */
export function Adhesivos({ macs, lista, total, onClose }: Props) {
  const id = useId()
  const { startExport } = useExportaciones()
  const [{ hoja: nombre, copias }, setEleccion] = useState(read)
  const [desde, setDesde] = useState('1')
  const hoja = HOJAS[nombre]
  const caben = porHoja(hoja)
  const n = { copias: between(copias, MAX_COPIAS), desde: between(desde, caben) }
  const dispositivos = macs.size || total
  const etiquetas = dispositivos * (n.copias ?? 1)
  const paginas = Math.ceil((etiquetas + (n.desde ?? 1) - 1) / caben)
  const demasiadas = etiquetas > MAX_ADHESIVOS
  const listo = n.copias !== undefined && n.desde !== undefined && !demasiadas && etiquetas > 0

  const print = (e: FormEvent) => {
    e.preventDefault()
    if (!listo) return
    recuerdo.set(CLAVE, JSON.stringify({ hoja: nombre, copias: n.copias }))
    startExport({
      url: api.printAdhesivos.path,
      cuerpo: { ...lista, ...(macs.size && { macs: [...macs] }), hoja: nombre, ...n },
      nombre: 'etiquetas_qr.pdf',
      error: 'Error al descargar las etiquetas',
    })
    onClose()
  }
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={`${id}-titulo`}>
      <DialogTitle id={`${id}-titulo`}>Imprimir etiquetas QR</DialogTitle>
      <DialogContent>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 5 }}>
          {macs.size
            ? `De ${cuantas(macs.size, 'dispositivo seleccionado', 'dispositivos seleccionados')}.`
            : `De ${cuantas(total, 'dispositivo', 'dispositivos')}: todos los que pasan los filtros.`}{' '}
          El código abre la ficha pública del dispositivo.
        </Typography>
        <Box
          component="form"
          id={`${id}-formulario`}
          noValidate
          onSubmit={print}
          sx={{ display: 'grid', gap: 5, gridTemplateColumns: { xs: '1fr', sm: '1fr 230px' } }}
        >
          <Box sx={{ display: 'grid', gap: 4, alignContent: 'start', minWidth: 0 }}>
            <TextField
              select
              autoFocus
              size="small"
              label="Tamaño"
              value={nombre}
              onChange={(e) => {
                setEleccion({ hoja: e.target.value as NombreHoja, copias })
                setDesde('1')
              }}
              helperText={`${hoja.medida}${caben > 1 ? `, ${hoja.columnas} × ${hoja.filas} por hoja` : ', una por página'}`}
            >
              {NOMBRES_HOJA.map((h) => (
                <MenuItem key={h} value={h}>
                  {HOJAS[h].nombre}
                </MenuItem>
              ))}
            </TextField>
            <CampoNumero
              size="small"
              label="Copias de cada una"
              valor={copias}
              onChange={(v) => setEleccion({ hoja: nombre, copias: v })}
              decimales={0}
              reparo={n.copias === undefined ? `De 1 a ${MAX_COPIAS}.` : null}
            />
            {caben > 1 && (
              <CampoNumero
                size="small"
                label="Empezar en la etiqueta"
                valor={desde}
                onChange={setDesde}
                decimales={0}
                reparo={n.desde === undefined ? `De 1 a ${caben}.` : null}
                ayuda="Para aprovechar una hoja empezada; se cuenta por filas."
              />
            )}
          </Box>
          <Box sx={{ display: 'grid', placeItems: 'center' }}>
            <VistaHoja hoja={hoja} desde={n.desde ?? 1} etiquetas={etiquetas} />
          </Box>
        </Box>
        <Box
          role="status"
          sx={{ mt: 5, fontSize: 14, fontWeight: 550, color: demasiadas ? tono('rojo') : undefined }}
        >
          {demasiadas
            ? `Como mucho ${MAX_ADHESIVOS.toLocaleString('es')} etiquetas de una vez, y serían ${etiquetas.toLocaleString('es')}.`
            : `${cuantas(etiquetas, 'etiqueta', 'etiquetas')} en ${cuantas(paginas, 'página', 'páginas')}`}
        </Box>
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          Imprime el PDF a tamaño real (100 %), sin ajustarlo a la página.
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" form={`${id}-formulario`} variant="contained" disabled={!listo}>
          Descargar PDF
        </Button>
      </DialogActions>
    </Dialog>
  )
}
